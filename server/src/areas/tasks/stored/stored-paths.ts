import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { TaskKind } from '@vermilion/contract/tasks'

/** Paths in a task's folder that its end confirms. While it runs, lines that programs write to its journal are among the rows, too. */
const confirmed = /^(?:output|evaluation-\d+)\/|^log(?:-[^/]*)?$|^instances\.json$|^series\/(?:system|mlflow)\.jsonl$/
/** An executor finds a run again by its plan, its token and the lists of its data. */
const ofRuns = /^(?:(?:kubernetes|slurm)-[^/]+|fetched-data)\/(?!.*\/staging\/)|^port-/
/** The images that a prediction is about, and their model. */
const ofPredictions = /^data\/[^/]+$/
const predicting: readonly TaskKind[] = ['cloud-inference', 'board-inference']

/** Nobody looks at more results, and each of them is an object of the bucket. */
const maxFiles = 100_000

/** Files that are to outlive the machine, by their paths below the folder. */
export async function storedPaths(folder: string, { kind, runs }: { kind: TaskKind; runs: boolean }) {
  const hasPredictions = predicting.includes(kind) && !runs
  const paths = (await pathsBelow(folder)).filter(
    (path) => confirmed.test(path) || (runs && ofRuns.test(path)) || (hasPredictions && ofPredictions.test(path)),
  )
  const { results = [], others = [] } = Object.groupBy(paths, (path) =>
    path.startsWith('output/') ? 'results' : 'others',
  )
  return [...others, ...results].slice(0, maxFiles)
}

/** Real files. Folders in that of the data are left out: the pictures in them are many. */
export async function pathsBelow(folder: string): Promise<string[]> {
  const paths: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const recursive = !entry.name.startsWith('data')
    const entries = entry.isDirectory()
      ? await readdir(join(folder, entry.name), { withFileTypes: true, recursive })
      : [entry]
    for (const file of entries) if (file.isFile()) paths.push(relative(folder, join(file.parentPath, file.name)))
  }
  return paths
}
