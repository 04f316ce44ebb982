import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Splitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>
type Group = NonNullable<Splitting['groups']>[number]
type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

const source = fileURLToPath(new URL('src/', import.meta.url))
const areas = `${source}areas/`

/** The shell, the start page, and the parts of areas that both show: everybody who signs in loads them. */
const frame = [
  'app/shell.tsx',
  'areas/accounts/sign-out.ts',
  'areas/annotation/unsaved-work.ts',
  'areas/datasets/notices/notice-panel.tsx',
  'areas/datasets/notices/use-notices.ts',
  'areas/files/upload/upload-requests.tsx',
  'areas/models/list/main-measure.tsx',
  'areas/settings/services/missing-services.tsx',
  'areas/spaces/space-status.tsx',
  'areas/tasks/headline.tsx',
  'areas/tasks/task-kind.tsx',
  'areas/tasks/task-status.tsx',
  'areas/welcome/welcome-page.tsx',
  'areas/work/live-work.ts',
  'areas/work/work-link.ts',
  'areas/work/work-list.tsx',
]

/** The studio and the parts of areas that it shows: it is opened most, and has the smallest budget. */
const studio = [
  'areas/annotation/studio-page.tsx',
  'areas/datasets/assignments/image-notes.tsx',
  'areas/datasets/images/filter.ts',
  'areas/datasets/images/filter-note.tsx',
  'areas/files/filter/lineage-chips.ts',
  'areas/files/filter/lineage-names.ts',
  'areas/files/preview/image-facts.tsx',
]

/** Names a chunk of all that some modules import, without the index of an area, which names more than they use. */
function importedBy(name: string, roots: readonly string[]): (id: string, graph: Graph) => string | null {
  let modules: Set<string> | undefined
  const visit = (id: string, graph: Graph) => {
    if (modules?.has(id) || (id.startsWith(areas) && id.endsWith('/index.ts'))) return
    modules?.add(id)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported, graph)
  }
  return (id, graph) => {
    if (modules === undefined) {
      modules = new Set()
      for (const root of roots) visit(source + root, graph)
    }
    return modules.has(id) ? name : null
  }
}

const areaOf = (id: string) => (id.startsWith(areas) ? (id.slice(areas.length).split('/')[0] ?? null) : null)

/** Areas whose pages share least with others. */
const apart: ReadonlySet<string | null> = new Set(['monitoring', 'rollouts', 'settings'])

/** The area of a module; what only one of those apart imports of the contract is part of it. */
function areaWithContract(id: string, graph: Graph): string | null {
  if (!id.includes('/contract/src/')) return areaOf(id)
  const [area, ...others] = new Set(graph.getModuleInfo(id)?.importers.map(areaOf))
  return others.length === 0 && area !== undefined && apart.has(area) ? area : null
}

const modelPages = importedBy('models', [
  'areas/models/list/list-page.tsx',
  'areas/models/compare/compare-page.tsx',
  'areas/models/page/model-page.tsx',
])

/** Few files for each page: each is a request that may be lost, and larger ones compress better. */
const groups: Group[] = [
  // Whatever main.tsx imports, the sign-in page with it.
  { name: 'entry', tags: ['$initial'] },
  { name: importedBy('frame', frame), debugName: 'frame' },
  { name: 'canvas', test: '/canvas/src/', minShareCount: 2 },
  { name: importedBy('common', studio), debugName: 'common', minShareCount: 2 },
  {
    name: (id, graph) => (areaOf(id) === 'models' ? modelPages(id, graph) : null),
    debugName: 'models',
    minShareCount: 2,
  },
  // Fields of forms import other areas; merged with parts of reports, they would bring those to every page of a task.
  {
    name: 'fields',
    test: /\/areas\/models\/(?:inference\/(?:source|dataset)-fields|threshold\/confidence-field|tiles\/tiles-field)/,
    minShareCount: 2,
  },
  {
    name: areaWithContract,
    debugName: 'areas',
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 46_000,
  },
  { name: 'shared', minShareCount: 10 },
  {
    name: 'contract',
    test: '/contract/src/',
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 220_000,
  },
  { name: 'pages', test: '/console/src/app/', minShareCount: 2, entriesAware: true },
  { name: 'parts', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 600_000 },
]

export const chunkGroups = groups.map((group) => ({ ...group, includeDependenciesRecursively: false }))
