import type { ModelToRun, OpenNetwork } from '../process/protocol.ts'
import { openDepth } from './depth.ts'
import { openDetector } from './detector.ts'
import { openEmbedder } from './embedder.ts'
import { greyPicture } from './pixels.ts'
import { openSegmenter } from './segmenter.ts'
import { openWordSegmenter } from './word-segmenter.ts'

export function openNetwork({ folder, network }: ModelToRun): Promise<OpenNetwork> {
  switch (network.kind) {
    case 'siglip':
      return openEmbedder(folder, network)
    case 'owl':
      return openDetector(folder, network)
    case 'sam-words':
      return openWordSegmenter(folder, network)
    case 'depth':
      return openDepth(folder, network)
    case 'sam':
      return openCutter(folder)
  }
}

async function openCutter(folder: string): Promise<OpenNetwork> {
  const { prepare, segment, release } = await openSegmenter(folder)
  const middle = { x: 8, y: 8, isPositive: true }
  return {
    async tryOut() {
      const features = await prepare(await greyPicture(16))
      if (features === undefined) throw new Error('the encoder gives no features')
      await segment(features, { size: { width: 16, height: 16 }, points: [middle] })
      return {}
    },
    prepare: async ({ picture }) => (await prepare(picture)) ?? null,
    segment: ({ features, prompt }) => segment(features, prompt),
    release,
  }
}
