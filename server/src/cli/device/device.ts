import { clientOf, serverOf } from '../api-client.ts'
import { type Command, UsageError } from '../command.ts'
import { add, key } from './add.ts'
import { cp } from './cp/cp.ts'
import { list } from './list.ts'
import { run } from './run.ts'
import { ssh } from './ssh.ts'
import { rollout } from './rollout.ts'
import type { DeviceVerb } from './verb.ts'

const verbs: Readonly<Record<string, DeviceVerb>> = {
  rollout,
  list,
  add,
  key,
  cp,
  ssh,
  run,
}

export const device: Command = {
  usage: Object.values(verbs).flatMap((verb) => verb.usage),
  async run(parameters, config, variables) {
    const [name = '', ...rest] = parameters
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
    if (verb === undefined) throw new UsageError(`Say what to do with devices: ${Object.keys(verbs).join(', ')}.`)
    const client = () => clientOf(config, variables)
    return verb.run(rest, { variables, client, server: () => serverOf(config, variables) })
  },
}
