import { endThread, startThread } from './start-program.ts'

export type ThreadPart<Part> =
  | { readonly isEnd: false; readonly part: Part }
  | { readonly isEnd: true; readonly problem?: unknown }

interface ThreadOptions {
  readonly workerData: unknown
  readonly signal: AbortSignal
  /** Makes an error of the problem that the thread sends. */
  failureOf(problem: unknown): Error
}

/** Yields what a thread makes part by part (see send-parts.ts), which makes the next part while one is worked on. */
export async function* threadParts<Part>(
  program: URL,
  { workerData, signal, failureOf }: ThreadOptions,
): AsyncGenerator<Part> {
  const worker = startThread(program, { workerData })
  let message = Promise.withResolvers<ThreadPart<Part>>()
  worker.on('message', (part: ThreadPart<Part>) => message.resolve(part))
  worker.on('error', (error) => message.reject(error))
  worker.on('exit', () => message.reject(new Error('a thread of the server has ended')))
  // A call that gets no answer blocks only the thread.
  const stop = () => message.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })

  function next(): Promise<ThreadPart<Part>> {
    message = Promise.withResolvers<ThreadPart<Part>>()
    // The failure is handled where the part is awaited.
    message.promise.catch(() => undefined)
    worker.postMessage('next')
    return message.promise
  }

  try {
    for (let upcoming = next(); ;) {
      const received = await upcoming
      if (!received.isEnd) {
        upcoming = next()
        yield received.part
      } else if (received.problem !== undefined) throw failureOf(received.problem)
      else return
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await endThread(worker)
  }
}
