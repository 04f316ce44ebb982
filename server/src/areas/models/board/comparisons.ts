import type { BoardComparison, boardInferenceEndpoints, ComparedImage } from '@vermilion/contract/board-inferences'
import { type Figures, measures } from '@vermilion/contract/evaluations'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page } from '@vermilion/contract/kernel/page'
import type { Tasks } from '#areas/tasks'
import type { Evaluations } from '../evaluation/evaluations.ts'
import type { createBoardInferences } from './board-inferences.ts'
import type { Inferences } from '../inference/inferences.ts'
import { pageOfList } from '../inference/numbered-page.ts'
import { isDifferent } from './difference.ts'
import { createDifferences } from './differences.ts'

type ImageQuery = Received<typeof boardInferenceEndpoints.listComparedImages>['query']

interface ComparisonNeeds {
  tasks: Tasks
  boards: Pick<ReturnType<typeof createBoardInferences>, 'require' | 'counterpart'>
  evaluations: Pick<Evaluations, 'latest'>
  inferences: Pick<Inferences, 'resultsAt'>
}

export function createComparisons({ tasks, boards, evaluations, inferences }: ComparisonNeeds) {
  async function pairOf(taskId: string): Promise<{ board: string; cloud: string }> {
    const row = await boards.require(taskId)
    if (row.kind !== 'board-inference') throw fail('task.not-found', { taskId })
    const cloud = await boards.counterpart(row)
    const { status } = await tasks.row(taskId)
    if (status !== 'success' || cloud?.status !== 'success') throw fail('board-inference.not-comparable')
    return { board: taskId, cloud: cloud.id }
  }

  const differencesOf = createDifferences(tasks)
  const evaluationOf = async (taskId: string) => {
    const row = await evaluations.latest(taskId).catch(() => undefined)
    if (row === undefined) throw fail('board-inference.not-comparable')
    return row.content
  }

  return {
    async compare(taskId: string): Promise<BoardComparison> {
      const pair = await pairOf(taskId)
      const [board, cloud] = await Promise.all([evaluationOf(pair.board), evaluationOf(pair.cloud)])
      const differences = await differencesOf(pair)
      const cloudClasses = new Map(cloud.classes.map((one) => [one.labelIndex, one.figures]))
      return {
        cloudTaskId: pair.cloud,
        figures: besideEachOther(measures[board.labelType].overall, board.figures, cloud.figures),
        classes: board.classes.map(({ labelIndex, instances, figures }) => ({
          labelIndex,
          label: board.labels[labelIndex] ?? '',
          instances,
          figures: besideEachOther(measures[board.labelType].label, figures, cloudClasses.get(labelIndex) ?? {}),
        })),
        images: differences.length,
        different: differences.filter(isDifferent).length,
        largestScoreDifference: Math.max(0, ...differences.map(({ scoreDifference }) => scoreDifference)),
      }
    },

    async images(taskId: string, { cursor, limit, label, different }: ImageQuery): Promise<Page<ComparedImage>> {
      const pair = await pairOf(taskId)
      const { labels } = await evaluationOf(pair.board)
      const name = label === undefined ? undefined : labels[label]
      const all = (await differencesOf(pair)).filter(
        (one) => (name === undefined || one.labels.has(name)) && (different !== true || isDifferent(one)),
      )
      const { items: some, ...page } = await pageOfList(all, { cursor, limit })
      const numbers = some.map(({ number }) => number)
      const [board, cloud] = await Promise.all([
        inferences.resultsAt(pair.board, numbers),
        inferences.resultsAt(pair.cloud, numbers),
      ])
      const items = some.flatMap(({ number, unmatched, scoreDifference }, index): ComparedImage[] => {
        const [own, other] = [board[index], cloud[index]]
        if (own === undefined || other === undefined) return []
        const { predictions, scores, milliseconds } = other
        const there = { predictions, milliseconds, ...(scores === undefined ? {} : { scores }) }
        return [{ ...own, number, unmatched, scoreDifference, cloud: there }]
      })
      return { ...page, items }
    },
  }
}

function besideEachOther(
  names: readonly (keyof Figures)[],
  board: Figures,
  cloud: Figures,
): BoardComparison['figures'] {
  return Object.fromEntries(names.map((name) => [name, { board: board[name] ?? null, cloud: cloud[name] ?? null }]))
}
