import { endThread, startThread } from './start-program.ts'

/** Threads of a program that takes calls (see take-calls.ts). They start when there is work, and again after a crash. */
export function createThreads(program: URL, most: number) {
  const threads = new Set<ReturnType<typeof createThread>>()
  let isClosed = false

  function start() {
    const thread = createThread(program, () => threads.delete(thread))
    threads.add(thread)
    return thread
  }

  return {
    async call(order: object): Promise<unknown> {
      if (isClosed) throw new Error('the server ends')
      const [idlest] = [...threads].toSorted((one, other) => one.waiting() - other.waiting())
      const isBusy = idlest === undefined || (idlest.waiting() > 0 && threads.size < most)
      return (isBusy ? start() : idlest).call(order)
    },
    async close(): Promise<void> {
      isClosed = true
      await Promise.all([...threads].map((thread) => thread.end()))
    },
  }
}

function createThread(program: URL, onEnd: () => void) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const worker = startThread(program)
  let count = 0
  worker.on('message', ({ id, result, problem }: { id: number; result?: unknown; problem?: string }) => {
    const order = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
    if (problem === undefined) order?.resolve(result)
    else order?.reject(new Error(problem))
  })
  const fail = (error: unknown) => {
    onEnd()
    for (const order of waiting.values()) order.reject(error)
    waiting.clear()
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('a thread of the server has ended')))
  return {
    waiting: () => waiting.size,
    call(order: object): Promise<unknown> {
      const outcome = Promise.withResolvers<unknown>()
      const id = (count += 1)
      waiting.set(id, outcome)
      worker.ref()
      worker.postMessage({ id, order })
      return outcome.promise
    },
    end: () => endThread(worker),
  }
}
