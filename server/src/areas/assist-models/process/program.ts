/** The inference program: runs requests one at a time, and ends with its parent. */
import { runProblemOf } from '@vermilion/contract/models/run-problems'
import { openNetwork } from '../networks/open-network.ts'
import type { ModelToRun, NetworkReply, NetworkRequest, OpenNetwork } from './protocol.ts'

const maxOpen = 3

const open = new Map<string, Promise<OpenNetwork>>()

async function networkOf(model: ModelToRun): Promise<OpenNetwork> {
  const network = open.get(model.id) ?? openNetwork(model)
  open.delete(model.id)
  open.set(model.id, network)
  network.catch(() => open.delete(model.id))
  const [oldest] = open
  if (open.size > maxOpen && oldest !== undefined) {
    open.delete(oldest[0])
    await (await oldest[1]).release()
  }
  return network
}

async function respond(request: NetworkRequest): Promise<NetworkReply> {
  try {
    const network = await networkOf(request.model)
    const respondTo = network[request.call] as ((input: NetworkRequest) => Promise<unknown>) | undefined
    if (respondTo === undefined)
      return { unusable: runProblemOf(`a network of the kind ${request.model.network.kind} cannot do this`) }
    return { result: await respondTo(request) }
  } catch (error) {
    return { unusable: runProblemOf(error) }
  } finally {
    // Close a tried-out model: it may not be the one in use.
    if (request.call === 'tryOut') await close(request.model.id)
  }
}

async function close(id: string): Promise<void> {
  const network = await open.get(id)?.catch(() => undefined)
  open.delete(id)
  await network?.release()
}

/** The channel breaks when the server is killed; then this process ends too. */
function send(message: NetworkReply | 'ready'): void {
  process.send?.(message, undefined, undefined, (error) => error !== null && process.exit())
}

process.on('disconnect', () => process.exit())
process.on('message', (request: NetworkRequest) => void respond(request).then(send))
send('ready')
