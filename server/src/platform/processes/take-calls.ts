import { parentPort } from 'node:worker_threads'

/** The thread's side of thread-calls.ts. What `perform` throws is thrown to whoever called. */
export function takeCalls<Order>(perform: (order: Order) => unknown): void {
  parentPort?.on('message', ({ id, order }: { id: number; order: Order }) => {
    try {
      parentPort?.postMessage({ id, result: perform(order) })
    } catch (error) {
      parentPort?.postMessage({ id, problem: error instanceof Error ? error.message : String(error) })
    }
  })
}
