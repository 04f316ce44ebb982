import type { Command } from './command.ts'
import { serve } from '../serve.ts'

export const start: Command = {
  usage: [['start', 'runs the server until it is asked to end']],
  async run(_parameters, config) {
    await serve(config)
    return undefined
  },
}
