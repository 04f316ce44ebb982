import { serveMcpOverStdio } from '#areas/assistant'
import type { Command } from './command.ts'
import { clientOf } from './api-client.ts'

export const mcp: Command = {
  usage: [['mcp', 'serves the tools of the product to an assistant over stdio, within the rights of VERMILION_TOKEN']],
  async run(_parameters, config, variables) {
    await serveMcpOverStdio(clientOf(config, variables))
    return undefined
  },
}
