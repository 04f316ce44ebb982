import { stringify } from 'yaml'
import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { describeIssue, issueText } from '../../kernel/schema-issue.ts'
import type { Text } from '../../kernel/text.ts'
import type { Split } from '../labeled-images.ts'
import { splitName } from '../splits.ts'
import { readYamlTexts } from '../text/yaml-texts.ts'

/** Content of `data.yaml`: https://docs.ultralytics.com/datasets/detect/. */
export interface YoloConfiguration {
  path: string
  /** Image folders, or text files listing images, relative to the root. */
  train: string[]
  val: string[]
  test: string[]
  names: string[]
  keypointNumbers?: number
}

function invalid(file: string, line: number | null, detail: Text) {
  const where = line === null ? file : `${file}: line ${line}`
  const whereZh = line === null ? file : `${file}：第 ${line} 行`
  return fail('dataset.import-invalid', {
    file,
    ...(line === null ? {} : { line }),
    detail,
    reason: { en: `${where}: ${detail.en}`, zh: `${whereZh}：${detail.zh}` },
  })
}

/** Plain scalars arrive as text; `~` and `null` mean absent. */
const isStated = (text: string) => !/^(?:~|null)?$/i.test(text)
const number = z.string().regex(/^\d+$/, 'not a number').transform(Number)

const paths = z
  .union([z.string(), z.array(z.string())])
  .nullish()
  .transform((value) => (value === null || value === undefined ? [] : [value].flat().filter(isStated)))
const configuration = z.object({
  path: z.string().nullish(),
  train: paths,
  val: paths,
  valid: paths,
  test: paths,
  nc: z.union([number, z.literal(['', '~', 'null']).transform(() => null)]).nullish(),
  kpt_shape: z.array(number).length(2).nullish().catch(null),
  names: z.union([z.array(z.string()), z.record(z.coerce.number().int().min(0), z.string())]),
})

function namesInOrder(names: string[] | Record<number, string>, file: string): string[] {
  if (Array.isArray(names)) return names
  const count = Object.keys(names).length
  return Array.from({ length: count }, (_, index) => {
    const name = names[index]
    if (name === undefined)
      throw invalid(file, null, {
        en: `names: the ${count} classes have no number ${index}`,
        zh: `names：${count} 个类别中缺少编号 ${index}`,
      })
    return name
  })
}

export function decodeYoloConfiguration(text: string, file: string): YoloConfiguration {
  const read = readYamlTexts(text)
  if ('detail' in read) throw invalid(file, read.line, read.detail)
  const parsed = configuration.safeParse(read.value)
  if (!parsed.success) {
    throw invalid(file, null, issueText(describeIssue(parsed.error, read.value, 'document')))
  }
  const { path, train, val, valid, test, nc, kpt_shape: keypoints } = parsed.data
  const names = namesInOrder(parsed.data.names, file)
  if (names.length === 0) throw invalid(file, null, { en: 'names: there is no class', zh: 'names：没有任何类别' })
  if (typeof nc === 'number' && nc !== names.length) {
    throw invalid(file, null, {
      en: `nc says ${nc} classes, names has ${names.length}`,
      zh: `nc 为 ${nc} 个类别，names 有 ${names.length} 个`,
    })
  }
  const poses = keypoints ? { keypointNumbers: keypoints[0]! * keypoints[1]! } : {}
  return { path: path && isStated(path) ? path : '.', train, val: val.length > 0 ? val : valid, test, names, ...poses }
}

/** Images without split are for training; without validation images, the training ones are repeated for Ultralytics. */
export function yoloFolders(splits: readonly (Split | null)[]): Pick<YoloConfiguration, 'train' | 'val' | 'test'> {
  const folderIn = (split: Split | null) => (splits.includes(split) ? [`images/${splitName(split)}`] : [])
  const train = [...folderIn('train'), ...folderIn(null)]
  const val = folderIn('validation')
  return { train, val: val.length > 0 ? val : [...train], test: folderIn('test') }
}

export function encodeYoloConfiguration({ path, train, val, test, names }: YoloConfiguration): string {
  const single = (list: string[]) => (list.length === 1 ? list[0] : list)
  const facts = {
    path,
    train: single(train),
    val: single(val),
    ...(test.length > 0 ? { test: single(test) } : {}),
  }
  const named = names.map((name, index) => `  ${index}: ${yamlText(name)}\n`)
  return `${stringify(facts)}names:${named.length === 0 ? ' {}\n' : `\n${named.join('')}`}`
}

/** A one-line string, quoted where YAML 1.1 readers such as Python's would read `yes`, `on` or `01` differently. */
function yamlText(name: string): string {
  const text = stringify(name, { version: '1.1', lineWidth: 0 }).trimEnd()
  return text.includes('\n') ? JSON.stringify(name) : text
}

/** Label file of an image: the last folder `images` of its path becomes `labels`, the extension `.txt`. */
export function yoloLabelPath(imagePath: string): string {
  const parts = imagePath.split('/')
  const index = parts.slice(0, -1).lastIndexOf('images')
  if (index >= 0) parts[index] = 'labels'
  const name = parts.pop()!
  return [...parts, `${name.replace(/\.[^.]*$/, '')}.txt`].join('/')
}
