import { accountEndpoints } from '@vermilion/contract/accounts'
import { version } from '#areas/settings'
import type { ToolCaller } from '../tools/tool.ts'

export async function serveMcpOverStdio(call: ToolCaller): Promise<void> {
  const [{ serveStdio }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('./mcp-server.ts'),
  ])
  const { scope } = await call(accountEndpoints.me, {})
  serveStdio(() => createMcpServer({ version, scope, call, knownSecrets: async () => [] }))
}
