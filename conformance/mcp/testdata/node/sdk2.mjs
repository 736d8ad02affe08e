// A session by the SDK for TypeScript of version 2. Its arguments are the revision to ask for, and an address, or a command.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { connected, hold } from "./session.mjs";

const [revision, first, ...rest] = process.argv.slice(2);
const transport = first.startsWith("http")
  ? new StreamableHTTPClientTransport(new URL(first))
  : new StdioClientTransport({ command: first, args: rest, env: process.env });
const asked = revision < "2026-07-28" ? { supportedProtocolVersions: [revision] } : { versionNegotiation: { mode: { pin: revision } } };
const client = new Client({ name: "sdk2", version: "1" }, asked);
await client.connect(transport);
connected(client.getNegotiatedProtocolVersion(), client);
await hold(client, (params, options) => client.callTool(params, options));
