import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { together, type Check, type Outcome } from './check.ts'
import { directionRules } from './direction-rules.ts'
import { allSourceFiles, areas, sourceFiles, workspaces } from './tree.ts'

/** Directions of imports, and names of folders. */
export const directions: Check = {
  name: 'directions',
  async run(root) {
    const files = sourceFiles(root)
    const result = await cruiseTree(root)
    return together([
      importsFollowRules(result),
      everyFileWasRead(files, result),
      namesAreAreas(files),
      areasHaveOneShape(files),
      nothingIsUtils(files),
      foldersAreSmall(allSourceFiles(root)),
    ])
  },
}

async function cruiseTree(root: string): Promise<ICruiseResult> {
  const folders = [...workspaces, 'tools', 'e2e', 'bench'].filter((folder) => existsSync(join(root, folder)))
  const { output } = await cruise(folders, {
    baseDir: root,
    parser: 'swc',
    tsPreCompilationDeps: true,
    validate: true,
    ruleSet: { forbidden: directionRules() },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  })
  if (typeof output === 'string') throw new Error('dependency-cruiser answered text instead of its result')
  return output
}

function importsFollowRules(result: ICruiseResult): Outcome {
  const comments = new Map(directionRules().map((rule) => [rule.name, rule.comment]))
  const lines = result.summary.violations.map(
    ({ rule, from, to }) => `${from} → ${to}\n  ${rule.name}: ${comments.get(rule.name) ?? ''}`,
  )
  return { passed: lines.length === 0, output: lines.join('\n') }
}

/** With an unknown TypeScript version, dependency-cruiser reads no module and finds nothing wrong. */
export function everyFileWasRead(files: readonly string[], result: Pick<ICruiseResult, 'modules'>): Outcome {
  const read = new Set(result.modules.map((module) => module.source))
  const missed = files.filter((file) => !read.has(file))
  return {
    passed: missed.length === 0,
    output: `only ${files.length - missed.length} of ${files.length} modules were read; not, for example, ${missed[0]}`,
  }
}

/** Areas must be in the ordered list, which defines their direction. */
function namesAreAreas(files: readonly string[]): Outcome {
  const areaNames: readonly string[] = areas
  const unknown = files.filter((file) => {
    const area = /^(?:server|console)\/src\/areas\/([^/]+)\//.exec(file)?.[1]
    return area !== undefined && !areaNames.includes(area)
  })
  return {
    passed: unknown.length === 0,
    output: `not in the list of areas in tools/check/tree.ts: ${unknown.join(', ')}`,
  }
}

/** The root of an area of the server: everything else stands in the folder of its subject. */
const areaRoot = /^(?:index|area|routes|service|store|rules|.+\.test)\.ts$/

function areasHaveOneShape(files: readonly string[]): Outcome {
  const loose = files.filter((file) => {
    const name = /^server\/src\/areas\/[^/]+\/([^/]+)$/.exec(file)?.[1]
    return name !== undefined && !areaRoot.test(name)
  })
  return { passed: loose.length === 0, output: `loose in the root of an area, move to a folder: ${loose.join(', ')}` }
}

function nothingIsUtils(files: readonly string[]): Outcome {
  const vague = files.filter((file) => /(^|\/)(utils?|helpers?|common|types|misc)(\/|\.tsx?$)/.test(file))
  return { passed: vague.length === 0, output: `named after nothing they do: ${vague.join(', ')}` }
}

const filesOfFolder = 25

/** Folders with one file per registered kind. */
const registries = /^(?:contract\/src\/(?:labels|formats)|canvas\/src\/shapes|server\/migrations)$/

function foldersAreSmall(files: readonly string[]): Outcome {
  const sources = files.filter((file) => !/\.(?:test|spec)\.tsx?$/.test(file))
  const byFolder = Map.groupBy(sources, (file) => file.slice(0, file.lastIndexOf('/')))
  const large = [...byFolder].filter(([folder, inside]) => inside.length > filesOfFolder && !registries.test(folder))
  return {
    passed: large.length === 0,
    output: large
      .map(
        ([folder, inside]) =>
          `${folder} holds ${inside.length} files: at most ${filesOfFolder}; give its parts folders`,
      )
      .join('\n'),
  }
}
