import { type LineageEntry, lineageEndpoints } from '@vermilion/contract/models/lineage'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'

export interface ModelEvaluation extends NonNullable<LineageEntry['measured']> {
  taskId: string
  name: string
  data: string
  at: string | null
}

/** Evaluations of a model, the newest first. `latest` is the newest one on images it has not learned from, if there is one. */
export function useEvaluations(modelId: string) {
  const lineage = useQuery(read(lineageEndpoints.modelLineage, { params: { modelId } }))
  const evaluations = lineage.data?.to.flatMap(({ relation, id, name, detail, at, measured }): ModelEvaluation[] =>
    relation === 'evaluation' && id !== null && measured !== null
      ? [{ ...measured, taskId: id, name, data: detail, at }]
      : [],
  )
  return {
    evaluations,
    latest: evaluations?.find(({ part }) => part !== 'train') ?? evaluations?.[0],
    problem: lineage.data === undefined ? lineage.error : null,
    retry: () => void lineage.refetch(),
  }
}
