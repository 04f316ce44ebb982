import { defaultMountPath, maxDataSources } from '@vermilion/contract/tasks/creation'
import { UsageError } from './command.ts'

const texts = { type: 'string', multiple: true } as const

export const dataOptions = { dataset: texts, version: texts, space: texts, folder: texts, mount: texts } as const

type DataOption = keyof typeof dataOptions
export type TypedOption = readonly [option: string, value: string]
type TypedDataOption = readonly [option: DataOption, value: string]

interface Source {
  readonly typed: TypedDataOption
  readonly more: Map<DataOption, string>
}

const kinds = '--dataset, --space or --folder'

/** A task's data. Each option that describes data belongs to the data before it; with a single source, any order works. */
export function dataSourcesOf(options: readonly TypedOption[]): object[] {
  const typed = options.filter((one): one is TypedDataOption => Object.hasOwn(dataOptions, one[0]))
  const hasSpace = typed.some(([option]) => option === 'space')
  const begins = ([option, value]: TypedDataOption) =>
    option === 'dataset' ||
    option === 'space' ||
    // Folders of a space never begin with a slash.
    (option === 'folder' && (value.startsWith('/') || !hasSpace))

  const count = typed.filter(begins).length
  if (count === 0) throw new UsageError(`Say what the task reads: ${kinds}.`)
  if (count > maxDataSources) throw new UsageError(`A task reads ${maxDataSources} data sources at most, not ${count}.`)

  const sources: Source[] = []
  const sorted = count > 1 ? typed : typed.toSorted((one, other) => Number(begins(other)) - Number(begins(one)))
  for (const one of sorted) {
    if (begins(one)) sources.push({ typed: one, more: new Map() })
    else addTo(sources.at(-1), one)
  }
  refuseSharedPaths(sources)
  return sources.map(written)
}

const ownerOf = { version: '--dataset', folder: '--space', mount: kinds } as const

function addTo(source: Source | undefined, typed: TypedDataOption): void {
  const [option, value] = typed as readonly [keyof typeof ownerOf, string]
  const owner = ownerOf[option]
  if (source === undefined || (option !== 'mount' && owner !== `--${source.typed[0]}`)) {
    throw new UsageError(`${visible(typed)}: write it after the ${owner} that it belongs to`)
  }
  if (source.more.has(option)) {
    throw new UsageError(
      `${visible(typed)}: ${visible(source.typed)} has --${option} ${source.more.get(option)} already`,
    )
  }
  source.more.set(option, value)
}

const visible = ([option, value]: TypedDataOption) => `--${option} ${value}`
const pathOf = ({ more }: Source) => more.get('mount') ?? defaultMountPath

function refuseSharedPaths(sources: readonly Source[]): void {
  const used = new Map<string, Source>()
  for (const source of sources) {
    const path = pathOf(source)
    const other = used.get(path)
    if (other !== undefined) {
      const both = `${visible(other.typed)} and ${visible(source.typed)}`
      throw new UsageError(`${both} are both at ${path}: write a --mount PATH of its own after each`)
    }
    used.set(path, source)
  }
}

function written(source: Source): object {
  const [option, value] = source.typed
  const { version, folder } = Object.fromEntries(source.more)
  const mountPath = pathOf(source)
  if (option === 'folder') return { kind: 'folder', path: value, mountPath }
  if (option === 'space') return { kind: 'space', id: value, ...(folder === undefined ? {} : { folder }), mountPath }
  return { kind: 'dataset', id: value, ...(version === undefined ? {} : { versionId: version }), mountPath }
}
