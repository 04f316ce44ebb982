import { parseArgs } from 'node:util'
import { UsageError } from '../../command.ts'
import { findDevice } from '../find-device.ts'
import type { DeviceVerb } from '../verb.ts'
import { download } from './download.ts'
import { createProgress } from './progress.ts'
import { createRemote } from './remote.ts'
import { upload } from './upload.ts'

const options = {
  recursive: { type: 'boolean', short: 'r', default: false },
  quiet: { type: 'boolean', short: 'q', default: false },
} as const

/** `DEVICE:PATH`; undefined for a local path. */
function remotePath(argument: string): { device: string; path: string } | undefined {
  const cut = argument.indexOf(':')
  if (cut < 1 || argument.slice(0, cut).includes('/')) return undefined
  return { device: argument.slice(0, cut), path: argument.slice(cut + 1) }
}

export const cp: DeviceVerb = {
  usage: [
    ['device cp [-r] LOCAL DEVICE:PATH', 'copies a file, or with -r a folder, to a device; repeated, it goes on'],
    ['device cp [-r] DEVICE:PATH LOCAL', 'copies from a device; what is here already is not copied again'],
  ],
  async run(parameters, { client, server }) {
    const { values, positionals } = parseArgs({ args: parameters, options, allowPositionals: true })
    const [source = '', target = '', ...more] = positionals
    if (target === '' || more.length > 0) throw new UsageError('Say what to copy, and where to.')
    const [from, to] = [remotePath(source), remotePath(target)]
    const device = from ?? to
    if (device === undefined || (from !== undefined && to !== undefined))
      throw new UsageError('One of both is on a device, written as DEVICE:PATH.')
    const call = client()
    const { id } = await findDevice(call, device.device)
    const remote = createRemote({ call, server: server(), deviceId: id })
    const progress = createProgress(values.quiet)
    const order = { remote, progress, isRecursive: values.recursive }
    if (to !== undefined) await upload(order, source, to.path)
    else await download(order, device.path, target)
    return progress.end()
  },
}
