import type { SpaceFile } from '@vermilion/contract/files'
import { reportEdges, type SpaceReport } from '@vermilion/contract/files/space-report'
import { add, type Amount, plus, sumOf } from './amount.ts'
import { periodsOf } from './periods.ts'
import type { Counted } from './slice.ts'

const maximumExtensions = 20
const maxExtensionLength = 20

type Part = Omit<SpaceReport, 'duplicates' | 'folders' | 'otherFolders' | 'outsideFolders' | 'computedAt'>

export function createReportCounts() {
  const all = { files: 0, bytes: 0 }
  const broken = { files: 0, bytes: 0 }
  const kinds = new Map<SpaceFile['kind'], Amount>()
  const extensions = new Map<string, Amount>()
  const days = new Map<string, Amount>()
  const amounts = (measure: keyof typeof reportEdges): Amount[] =>
    reportEdges[measure].map(() => ({ files: 0, bytes: 0 }))
  const ranges = {
    size: amounts('size'),
    width: amounts('width'),
    height: amounts('height'),
    aspect: amounts('aspect'),
    score: amounts('score'),
  }
  const rangesOf = (measure: keyof typeof reportEdges) =>
    ranges[measure].map((amount, index) => {
      const edges: readonly number[] = reportEdges[measure]
      return { minimum: edges[index] ?? 0, below: edges[index + 1] ?? null, ...amount }
    })
  const score = { files: 0, sum: 0, squares: 0 }

  function take(counted: Counted): void {
    if (counted.what === 'type') {
      add(kinds, counted.key, counted)
      add(extensions, counted.more.toLowerCase(), counted)
    } else if (counted.what === 'day') add(days, counted.key, counted)
    else if (counted.what === 'broken') plus(broken, counted)
    else if (counted.what === 'last') plus(all, counted)
    else plus(ranges[counted.what][counted.range], counted)
    if (counted.what !== 'score') return
    score.files += counted.files
    score.sum += counted.sum
    score.squares += counted.squares
  }

  return {
    take,
    files: () => all.files,
    result(): Part {
      const sortedExtensions = [...extensions].toSorted(
        ([a, { files: x }], [b, { files: y }]) => y - x || (a < b ? -1 : 1),
      )
      const displayed = sortedExtensions
        .filter(([extension]) => extension.length <= maxExtensionLength)
        .slice(0, maximumExtensions)
      const others = sortedExtensions.filter((entry) => !displayed.includes(entry))
      const width = rangesOf('width')
      return {
        ...all,
        broken,
        kinds: [...kinds].map(([kind, amount]) => ({ kind, ...amount })).toSorted((a, b) => b.files - a.files),
        extensions: displayed.map(([extension, amount]) => ({ extension, ...amount })),
        otherExtensions: { extensions: others.length, ...sumOf(others.map(([, amount]) => amount)) },
        sizes: rangesOf('size'),
        images: sumOf(width).files,
        widths: width,
        heights: rangesOf('height'),
        aspects: rangesOf('aspect'),
        ...periodsOf(days),
        scores: score.files === 0 ? null : { ...spreadOf(score), ranges: rangesOf('score') },
      }
    },
  }
}

/** The standard deviation of the population, not of a sample. */
function spreadOf({ files, sum, squares }: { files: number; sum: number; squares: number }) {
  const mean = sum / files
  return { files, mean, standardDeviation: Math.sqrt(Math.max(0, squares / files - mean * mean)) }
}
