import type { ParameterDefinition } from '@vermilion/contract/tasks/image-parameters'
import type { TrainingImage } from '@vermilion/contract/tasks'
import { type ImageCreate, imageName } from '@vermilion/contract/tasks/training-images'
import { joinCommand, splitCommand } from '../create/command-line.ts'

export interface TypedParameter {
  name: string
  kind: ParameterDefinition['kind']
  en: string
  zh: string
  default: number | null
  minimum: number | null
  maximum: number | null
  step: number | null
}

export interface TypedImage extends Pick<ImageCreate, 'name' | 'address' | 'framework' | 'labelTypes' | 'dataFormat'> {
  title: string
  command: string
  parameters: TypedParameter[]
  accelerators: string[]
  writes: string[]
}

const hole = '{parameters}'

export const newImage: TypedImage = {
  name: '',
  title: '',
  address: '',
  framework: 'PyTorch',
  labelTypes: ['target-detection'],
  dataFormat: 'coco',
  command: '',
  parameters: [],
  accelerators: [],
  writes: ['results.csv', 'best.onnx'],
}

/** The default name of an image: the repository of its address, without registry, tag and digest. */
export function nameOfAddress(address: string): string {
  const path = address
    .trim()
    .toLowerCase()
    .replace(/@.*$/, '')
    .replace(/:[^:/]*$/, '')
  const [first = '', ...rest] = path.split('/')
  const repository = rest.length > 0 && /[.:]|^localhost$/.test(first) ? rest.join('/') : path
  const name = repository.replaceAll(/[^a-z0-9._/-]+/g, '-').replace(/^vermilion\//, '')
  return imageName.safeParse(name).success ? name : ''
}

export const newParameter: TypedParameter = {
  name: '',
  kind: 'integer',
  en: '',
  zh: '',
  default: null,
  minimum: null,
  maximum: null,
  step: null,
}

export function typedOf({ name, title, address, framework, command, ...image }: TrainingImage): TypedImage {
  return {
    name,
    title: title.en,
    address,
    framework,
    labelTypes: image.labelTypes as TypedImage['labelTypes'],
    dataFormat: image.dataFormat as TypedImage['dataFormat'],
    command: joinCommand(command),
    parameters: Object.entries(image.parameters).map(([key, { label, step, ...rest }]) => ({
      ...rest,
      ...label,
      name: key,
      step: step ?? null,
    })),
    accelerators: image.accelerators,
    writes: image.writes,
  }
}

/** The request body. A label in one language serves both, and without a label the name does. */
export function imageOf({ title, command, parameters, ...draft }: TypedImage): ImageCreate {
  const words = splitCommand(command) ?? []
  return {
    ...draft,
    title: title.trim() || draft.name,
    command: parameters.length === 0 ? words.filter((word) => word !== hole) : words,
    parameters: Object.fromEntries(
      parameters.map(({ name, kind, en, zh, step, ...ends }) => [
        name,
        {
          kind,
          label: { en: en.trim() || zh.trim() || name, zh: zh.trim() || en.trim() || name },
          default: ends.default ?? 0,
          minimum: ends.minimum ?? 0,
          maximum: ends.maximum ?? 0,
          ...(step === null ? {} : { step }),
        },
      ]),
    ),
  }
}

export function parameterProblem(
  rows: readonly TypedParameter[],
): { problem: 'name' | 'twice' | 'number' | 'ends'; row: number } | null {
  for (const [at, { name, minimum, maximum, default: usual }] of rows.entries()) {
    const row = at + 1
    if (!/^[a-z][A-Za-z0-9]{0,49}$/.test(name)) return { problem: 'name', row }
    if (rows.findIndex((other) => other.name === name) < at) return { problem: 'twice', row }
    if (minimum === null || maximum === null || usual === null) return { problem: 'number', row }
    if (minimum > usual || usual > maximum) return { problem: 'ends', row }
  }
  return null
}
