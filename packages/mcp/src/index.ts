export { createMcpServer, type McpOptions } from './mcp-server.ts'
export { type McpHttpOptions, type OpenedMcp, startMcpHttp } from './start-http.ts'
export { startMcpStdio } from './start-stdio.ts'
