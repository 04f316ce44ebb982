import { fail } from '@vermilion/contract/kernel/errors'
import type { InferenceModel } from '@vermilion/contract/models'
import type { ServedImage, ServedReading, ServingResponse } from '@vermilion/contract/models/served-images'
import { isRefusal, refusalFailure } from './refusal.ts'

export type AskedModel = Pick<InferenceModel, 'checksum' | 'name'>

export interface Served extends ServedReading {
  readonly waitedMilliseconds: number
}

export interface Waiting {
  readonly model: AskedModel
  readonly image: ServedImage
  readonly isAlone: boolean
  settle(answer: ServingResponse['answers'][number] | undefined): void
  reject(error: unknown): void
}

interface PictureRequest extends Pick<Waiting, 'model' | 'image'> {
  readonly signal: AbortSignal
}

interface Entry extends Waiting {
  began(): void
}

interface QueueLimits {
  readonly maxRequests: number
  readonly maxBytes: number
  readonly maxWaitMs: number
}

export interface Visit {
  /** Reserves bytes for the image. Fails as `prediction.full` when the total would be too large. */
  hold(bytes: number): void
  leave(): void
}

/** Largest share of the bytes for one account, so that others still get in. */
const accountBytes = 3 / 4

/** Smoothing factor of the moving average. */
const newest = 0.1

// oxlint-disable-next-line max-lines-per-function -- a maker, whose parts share what waits
export function createQueue({ maxRequests, maxBytes, maxWaitMs }: QueueLimits) {
  const entries: Entry[] = []
  let inside = 0
  let running = 0
  const usageByAccount = new Map<string, { visits: number; bytes: number }>()
  let bytesHeld = 0
  /** Requests that an account may always have, whatever others have. */
  const share = Math.min(maxRequests, Math.max(4, Math.ceil(maxRequests / 4)))
  /** Average milliseconds between two finished requests while some wait. */
  let pace = 100
  let lastLeft = 0

  const full = () => fail('prediction.full', { seconds: Math.max(1, Math.ceil(((inside - running) * pace) / 1_000)) })

  function remove(entry: Entry): boolean {
    const index = entries.indexOf(entry)
    return index >= 0 && entries.splice(index, 1).length > 0
  }

  return {
    waiting: () => inside - running,
    /** Fails as `prediction.full`. One account may fill the queue when nobody else waits; others still get their share. */
    enter(account: string): Visit {
      const waiting = inside - running
      const own = usageByAccount.get(account) ?? { visits: 0, bytes: 0 }
      if (waiting >= (own.visits < share ? 2 * maxRequests : maxRequests)) throw full()
      usageByAccount.set(account, own)
      own.visits += 1
      inside += 1
      let size = 0
      return {
        hold(bytes) {
          if (bytesHeld + bytes > maxBytes || own.bytes + bytes > maxBytes * accountBytes) throw full()
          size += bytes
          own.bytes += bytes
          bytesHeld += bytes
        },
        leave() {
          inside -= 1
          own.visits -= 1
          own.bytes -= size
          bytesHeld -= size
          if (own.visits === 0) usageByAccount.delete(account)
          const now = performance.now()
          if (lastLeft > 0 && inside > running) pace += newest * (Math.min(now - lastLeft, maxWaitMs) - pace)
          lastLeft = now
        },
      }
    },
    add({ model, image, signal }: PictureRequest): Promise<Served> {
      const { promise, resolve, reject } = Promise.withResolvers<Served>()
      const entered = performance.now()
      let waited = 0
      let isRunning = false
      const stop = (error: unknown) => {
        if (remove(entry)) reject(error)
      }
      const drop = () => stop(signal.reason)
      signal.addEventListener('abort', drop)
      const timer = setTimeout(
        () => stop(fail('prediction.timed-out', { seconds: Math.round(maxWaitMs / 1_000) })),
        maxWaitMs,
      )
      timer.unref()
      const entry: Entry = {
        model,
        image,
        // As long as a batch of other pictures.
        isAlone: image.tiles !== null,
        began() {
          clearTimeout(timer)
          if (!isRunning) running += 1
          isRunning = true
          waited = Math.round(performance.now() - entered)
        },
        reject,
        settle(response) {
          if (response === undefined) reject(new Error('the process of a model answered less than it was asked'))
          else if (isRefusal(response)) reject(refusalFailure(response))
          else resolve({ ...response, waitedMilliseconds: waited })
        },
      }
      entries.push(entry)
      return promise.finally(() => {
        clearTimeout(timer)
        signal.removeEventListener('abort', drop)
        if (isRunning) running -= 1
      })
    },
    /** Removes the oldest request, and others for the same model. */
    take(batchSizeOf: (checksum: string) => number): Waiting[] {
      const first = entries.shift()
      if (first === undefined) return []
      const { checksum } = first.model
      const others = first.isAlone ? [] : entries.filter((one) => one.model.checksum === checksum && !one.isAlone)
      const batch = [first, ...others.slice(0, batchSizeOf(checksum) - 1)]
      for (const entry of batch) {
        remove(entry)
        entry.began()
      }
      return batch
    },
    /** Returns a failed batch to the front of the queue, to run one by one. */
    putBack(batch: readonly Waiting[]): void {
      entries.unshift(...batch.map((entry) => ({ ...(entry as Entry), isAlone: true })))
    },
  }
}
