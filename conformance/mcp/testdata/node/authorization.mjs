// Sessions with a service that wants tokens, by one of the SDKs for TypeScript, which find out by themselves where to get them. The arguments are the version
// of the SDK, the address of the service, and the issuer with which the clients are registered. What is printed is what the clients send and get, but for what
// they only listen to.
const [version, address, issuer] = process.argv.slice(2);
const { Client, ClientCredentialsProvider, StreamableHTTPClientTransport, UnauthorizedError } = await sdk();

async function sdk() {
  if (version === "2") return import("@modelcontextprotocol/client");
  const path = "@modelcontextprotocol/sdk/client";
  const all = [`${path}/index.js`, `${path}/auth.js`, `${path}/auth-extensions.js`, `${path}/streamableHttp.js`];
  return Object.assign({}, ...(await Promise.all(all.map((file) => import(file)))));
}

/** A person at a client without a secret, who follows the address that the client opens, and is logged in already. */
class Person {
  redirectUrl = "http://127.0.0.1/callback";
  clientMetadata = { client_name: "app", redirect_uris: [this.redirectUrl], token_endpoint_auth_method: "none" };
  clientInformation = () => ({ client_id: "app", issuer });
  tokens = () => this.given;
  saveTokens = (given) => (this.given = given);
  codeVerifier = () => this.verifier;
  saveCodeVerifier = (verifier) => (this.verifier = verifier);
  discoveryState = () => this.discovered;
  saveDiscoveryState = (discovered) => (this.discovered = discovered);
  async redirectToAuthorization(url) {
    while (!url.href.startsWith(this.redirectUrl)) {
      const answer = await seen(url, { redirect: "manual" });
      url = new URL(answer.headers.get("location"), url);
    }
    this.code = url.searchParams.get("code");
  }
}

/** Calls a tool that takes one scope, and one that takes another, too. */
async function session(name, authProvider) {
  console.log(`\n-- ${name}`);
  const transport = new StreamableHTTPClientTransport(new URL(address), { authProvider, fetch: seen });
  const client = new Client({ name: "authorization", version: "1" });
  await client.connect(transport);
  for (const [tool, args] of [["list_notes", {}], ["add_note", { text: "milk" }]]) {
    const call = () => client.callTool({ name: tool, arguments: args });
    try {
      const result = await call().catch(async (e) => {
        if (!(e instanceof UnauthorizedError)) throw e;
        await transport.finishAuth(authProvider.code); // the person has come back
        return call();
      });
      console.log(`${tool}: ${JSON.stringify(result.structuredContent)}`);
    } catch (e) {
      console.log(`${tool} fails: ${e.message}`);
    }
  }
  await client.close();
}

/** fetch, which prints what is asked and answered. */
async function seen(url, init = {}) {
  const answer = await fetch(url, init);
  const method = init.method ?? "GET";
  if (String(url) === address && method === "GET") return answer; // listens, in its own time
  const headers = new Headers(init.headers);
  const what = [method, new URL(url).origin + new URL(url).pathname, ...told(init.body ?? new URL(url).search.slice(1))];
  const scheme = headers.get("authorization")?.split(" ")[0];
  if (scheme) what.push(`(${scheme})`);
  const challenge = answer.headers.get("www-authenticate");
  console.log(`${what.join(" ")}: ${answer.status}${challenge ? `, ${challenge}` : ""}`);
  return answer;
}

/** What a message or a form says, without what differs each time. */
function told(body) {
  if (typeof body === "string" && body.startsWith("{")) {
    const { method, params } = JSON.parse(body);
    return params?.name ? [method, params.name] : [method];
  }
  const shown = ["grant_type", "response_type", "client_id", "redirect_uri", "code_challenge_method", "scope", "resource"];
  const form = new URLSearchParams(body);
  return shown.filter((name) => form.has(name)).map((name) => `${name}=${form.get(name)}`);
}

const secret = { clientId: "agent", clientSecret: "agent-secret", expectedIssuer: issuer };
await session("a person, who is asked for a further scope midway", new Person());
await session("a client that is configured with both scopes", new ClientCredentialsProvider({ ...secret, scope: "notes.read notes.write" }));
await session("a client that is configured with one scope", new ClientCredentialsProvider({ ...secret, scope: "notes.read" }));
