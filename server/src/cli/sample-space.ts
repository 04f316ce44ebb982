import { setTimeout as wait } from 'node:timers/promises'
import { sampleCreate, sampleEndpoints } from '@vermilion/contract/samples'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import type { Config } from '../config.ts'
import { withServer } from './with-server.ts'

/** In milliseconds. */
const interval = 500

interface SpaceOrder {
  readonly name: string
  readonly count?: number | undefined
  readonly seed?: number | undefined
  readonly width: number
  readonly height: number
  readonly labeled: boolean
}

/** Renders a sample into a new space and waits for its last image. `say` prints a line. */
export async function renderIntoSpace(config: Config, order: SpaceOrder, say: (line: string) => void): Promise<void> {
  const parsed = sampleCreate.safeParse(order)
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map((issue) => `--${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  await withServer(config, async (call) => {
    const { id: spaceId } = await call(sampleEndpoints.createSample, { body: parsed.data })
    for (let reportedCount = 0; ; await wait(interval)) {
      const space = await call(spaceEndpoints.getSpace, { params: { spaceId } })
      if (space.status === 'failed') throw new Error(`The data space ${space.name} could not be filled`)
      if (space.status !== 'generating') {
        const dataset = order.labeled ? ' and a labeled dataset of that name' : ''
        return say(`${space.fileCount} images in the data space ${space.name}${dataset}`)
      }
      const { done = 0, total = 0 } = space.progress ?? {}
      if (done > reportedCount) say(`${done} of ${total} images`)
      reportedCount = done
    }
  })
}
