import type { TransferFormat } from '@vermilion/contract/dataset-imports'
import { formatByMarks, marksLength, type MarkedFormat } from '@vermilion/contract/formats/marks'
import type { Text } from '@vermilion/contract/kernel/text'

/** Documents whose beginnings are looked at, where no label was taken out of any. */
const maximumDocuments = 20

const readable = {
  en: 'COCO, YOLO, Pascal VOC, ImageNet folders, mask PNG, LabelMe or CSV',
  zh: 'COCO、YOLO、Pascal VOC、ImageNet 文件夹、掩码 PNG、LabelMe 或 CSV',
}

export const formatUnknown: Text = {
  en: `the files are of no format that can be read: ${readable.en}`,
  zh: `无法识别文件格式，支持 ${readable.zh}`,
}

interface Documents {
  readonly paths: readonly string[]
  read(path: string, damaged: (problem: Text) => void): AsyncIterable<Uint8Array>
}

/** What was taken out of files, and what was left out of it. */
interface Taken {
  readonly format: TransferFormat
  readonly shapes: number
  /** Labels, images and files with labels that could not be read. */
  readonly losses: number
}

/**
 * Why files hold labels of which none was taken, with what they look like; undefined where some were, or where there
 * were none. An import that would take nothing changes nothing: `replace` would delete the labels that are there.
 */
export async function reasonWithoutLabels(files: Documents, taken: Taken): Promise<Text | undefined> {
  if (taken.shapes > 0) return undefined
  const marked = await markedFormat(files)
  if (marked === null || marked.id === taken.format) return taken.losses === 0 ? undefined : nothingTaken('.', '。')
  const { en, zh } = marked.name
  return marked.id === undefined
    ? nothingTaken(
        `: they look like ${en}, which cannot be read. Convert them to ${readable.en}.`,
        `：文件看起来是 ${zh}，暂不支持读取。请转换为 ${readable.zh}。`,
      )
    : nothingTaken(`: they look like ${en}. Choose that format.`, `：文件看起来是 ${zh}，请选择该格式。`)
}

const nothingTaken = (en: string, zh: string): Text => ({
  en: `nothing was changed, for no label could be taken out of the files${en}`,
  zh: `未做任何更改，因为未能从文件中读取任何标注${zh}`,
})

/** The format of the first document that shows one. */
async function markedFormat({ paths, read }: Documents): Promise<MarkedFormat | null> {
  const documents = paths.filter((path) => /\.(?:json|xml|csv|txt)$/i.test(path)).toSorted()
  for (const path of documents.slice(0, maximumDocuments)) {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of read(path, () => undefined)) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length >= marksLength) break
    }
    const format = formatByMarks(path, text.slice(0, marksLength))
    if (format !== null) return format
  }
  return null
}
