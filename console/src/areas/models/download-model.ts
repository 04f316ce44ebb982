import { type Model, modelEndpoints } from '@vermilion/contract/models'
import type { MouseEvent } from 'react'
import { client } from '#lib/api.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { contentOf } from './model-content.ts'

/** The timeout of a file's first byte, in milliseconds. */
const patience = 10_000

/** Downloads a model's file. Browsers do not report a download's failure, so its first byte is requested before. */
export async function downloadModel(model: Pick<Model, 'id'>, failure: string): Promise<void> {
  try {
    const params = { modelId: model.id }
    await client.firstBytes(modelEndpoints.modelContent, { params }, 1, AbortSignal.timeout(patience))
  } catch (problem) {
    notify.error(`${failure}: ${problemWords(problem)}`)
    return
  }
  const link = document.createElement('a')
  link.href = contentOf(model)
  link.download = ''
  link.click()
}

export const downloadOnPress = (model: Pick<Model, 'id'>, failure: string) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  void downloadModel(model, failure)
}
