export { createAssistantArea } from './mount.ts'
export { serveMcpOverStdio } from './mcp/serve-stdio.ts'
