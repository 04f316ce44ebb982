import { markedPath, type MarkedFormat } from '@vermilion/contract/formats/marks'
import { type FormatKind, formatOffers } from '@vermilion/contract/formats/offers'
import type { Text } from '@vermilion/contract/kernel/text'
import type { DecodedProblem } from './decode-messages.ts'
import { type Documents, markedFormat } from './detect-format.ts'

const readable = Object.values(formatOffers).map(({ name }) => name)
const list = { en: readable.join(', '), zh: readable.join('、') }

export const formatUnknown: Text = {
  en: `the files are of no format that can be read: ${list.en}`,
  zh: `无法识别文件格式，支持 ${list.zh}`,
}

interface DecodedTotals {
  readonly format: FormatKind
  readonly shapes: number
  readonly losses: number
  readonly firstLoss?: DecodedProblem
}

/**
 * Undefined unless files have labels of which none was decoded. Such an import must change nothing: `replace` would delete
 * labels.
 */
export async function reasonWithoutLabels(files: Documents, used: DecodedTotals): Promise<Text | undefined> {
  if (used.shapes > 0) return undefined
  const marked = await markedFormat(files, /\.(?:json|xml|csv|txt)$/i)
  if (marked === null || marked.id === used.format)
    return used.firstLoss === undefined ? undefined : nothingTaken(...reasonOf(used.firstLoss))
  const { en, zh } = marked.name
  return marked.id === undefined
    ? notReadable(marked)
    : nothingTaken(`: they look like ${en}. Choose that format.`, `：文件看起来是 ${zh}，请选择该格式。`)
}

export async function reasonOfMarks(files: Documents, format: FormatKind): Promise<Text | undefined> {
  const documents = markedPath(format)
  const marked = documents === null ? null : await markedFormat(files, documents)
  return marked === null || marked.id !== undefined ? undefined : notReadable(marked)
}

function notReadable({ name: { en, zh }, instead }: MarkedFormat): Text {
  const [enAdvice, zhAdvice] = [instead?.en ?? `Convert them to ${list.en}.`, instead?.zh ?? `请转换为 ${list.zh}。`]
  return nothingTaken(
    `: they look like ${en}, which cannot be read. ${enAdvice}`,
    `：文件看起来是 ${zh}，暂不支持读取。${zhAdvice}`,
  )
}

function reasonOf({ file, line, reason }: DecodedProblem): [string, string] {
  const [enFile, zhFile] = file === '' ? ['', ''] : [`${file}: `, `${file}：`]
  const [enLine, zhLine] = line === null ? ['', ''] : [`line ${line}: `, `第 ${line} 行：`]
  return [`: ${enFile}${enLine}${reason.en}.`, `：${zhFile}${zhLine}${reason.zh}。`]
}

const nothingTaken = (en: string, zh: string): Text => ({
  en: `nothing was changed, for no label could be taken out of the files${en}`,
  zh: `未做任何更改，因为未能从文件中读取任何标注${zh}`,
})
