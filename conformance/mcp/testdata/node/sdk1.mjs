// A session by the SDK for TypeScript of version 1, which asks for the last revision with a handshake. Its arguments are that, and an address, or a command.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { connected, hold } from "./session.mjs";

const [, first, ...rest] = process.argv.slice(2);
const transport = first.startsWith("http")
  ? new StreamableHTTPClientTransport(new URL(first))
  : new StdioClientTransport({ command: first, args: rest, env: process.env });
let revision; // the client of this SDK tells its transport alone
const set = transport.setProtocolVersion?.bind(transport);
transport.setProtocolVersion = (agreed) => {
  revision = agreed;
  set?.(agreed);
};
const client = new Client({ name: "sdk1", version: "1" });
await client.connect(transport);
connected(revision, client);
await hold(client, (params, options) => client.callTool(params, undefined, options));
