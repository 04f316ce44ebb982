/** Child process that converts a single model, reporting progress, and exits. */
import type { ConversionMessage, ConversionOrder } from '@vermilion/contract/models/conversion-program'
import { convertModel } from './convert/convert.ts'
import { NotConvertible } from './convert/document.ts'
import { blockDrawings } from './data/open-picture.ts'

blockDrawings()

const send = (message: ConversionMessage) =>
  new Promise<void>((resolve) => void (process.send?.(message, undefined, undefined, () => resolve()) ?? resolve()))

async function convert(order: ConversionOrder): Promise<void> {
  try {
    await send(await convertModel(order, (done, total) => void send({ type: 'progress', done, total })))
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    await send({ type: 'failed', problem: error instanceof NotConvertible ? error.problem : 'other', detail })
  }
  process.exit()
}

process.on('disconnect', () => process.exit())
process.on('message', (order: ConversionOrder) => void convert(order))
