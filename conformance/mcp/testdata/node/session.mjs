// One session with a server, and what the client saw of it. The clients of both SDKs for TypeScript have these methods; what they take differs a bit, which
// the scripts beside this one even out.

const [upstream, copied] = [process.env.UPSTREAM, process.env.COPY];

/** Holds the session. call takes the parameters of tools/call, and options of the request. */
export async function hold(client, call) {
  for (const tool of (await client.listTools()).tools) {
    console.log(`tool: ${tool.name}(${Object.keys(tool.inputSchema.properties).sort().join(", ")}), ${JSON.stringify(tool.annotations)}`);
  }
  await answer(call, "find_book", { title: "Emma" });
  await answer(call, "find_book", { title: "Nothing" });
  await answer(call, "find_book", { title: "A title that is longer than any that is on the shelves", language: "DE", year: 1815 });
  await answer(call, "burn_book", { title: "Emma" });
  await answer(call, "test_tool_with_progress", {}, {
    onprogress: (p) => console.log(`  progress: ${p.progress} of ${p.total}, ${p.message}`),
  });
  const leave = new AbortController();
  ask("begun").then(() => leave.abort("the user has left")); // once the upstream is asked
  await answer(call, "copy_book", { title: copied }, { signal: leave.signal });
  console.log(`  upstream: the call has ${await ask("ended")}`);
  await answer(call, "find_book", { title: "Emma", language: "FR" });
  await client.close();
}

/** Says how the session begins. */
export function connected(revision, client) {
  console.log(`connected: ${revision} of ${JSON.stringify(client.getServerVersion())}, capabilities ${JSON.stringify(client.getServerCapabilities())}`);
}

async function answer(call, name, args, options) {
  const how = options?.onprogress ? " with progress" : options?.signal ? " and cancel" : "";
  console.log(`call${how}: ${name} ${JSON.stringify(args)}`);
  try {
    print(await call({ name, arguments: args }, options));
  } catch (e) {
    console.log(`  error: ${e?.message ?? e}`);
  }
}

function print(result) {
  const { "io.modelcontextprotocol/serverInfo": _, ...meta } = result._meta ?? {};
  console.log(`  ${result.isError ? "error result" : "result"}: ${result.content.map((c) => c.text).join("").replaceAll("\n", "\n    ")}`);
  if (result.structuredContent) console.log(`  structured: ${JSON.stringify(result.structuredContent)}`);
  if (Object.keys(meta).length > 0) console.log(`  meta: ${JSON.stringify(meta)}`);
}

/** Asks the upstream about the call for the copy, and returns its answer once there is one. */
async function ask(about) {
  return (await fetch(`${upstream}/copies/${about}?title=${encodeURIComponent(copied)}`)).text();
}
