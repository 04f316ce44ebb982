export { createAssistant } from './area.ts'
export { serveMcpOverStdio } from './mcp/serve-stdio.ts'
