import { generationEndpoints } from '@vermilion/contract/generations'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import type { Chip } from '#ui/filter/filter-chips.tsx'
import { useSceneWord } from '../scene-words.ts'
import { useSearchedWorkflow } from '../workflow-names.ts'
import { lineageFilterText } from './lineage-filter-text.ts'
import { type LineageName, lineageNames, lineageOf, type LineageSearch } from './lineage-names.ts'

export function useGenerationName(generationId: string | undefined): string {
  const request = read(generationEndpoints.getGeneration, { params: { generationId: generationId ?? '' } })
  const generation = useQuery(generationId === undefined ? { ...request, queryFn: skipToken } : request)
  return generation.data?.config.name ?? (generationId ?? '').slice(0, 8)
}

export function useLineageChips<Search extends LineageSearch>(search: Search): Chip<LineageName & keyof Search>[] {
  const t = useText(lineageFilterText)
  const wordOf = useSceneWord()
  const workflowName = useSearchedWorkflow()
  const generationName = useGenerationName(search.generationId)
  const label: Partial<Record<LineageName, string | undefined>> = {
    ...lineageOf(search),
    generationId: generationName,
    sceneItem: wordOf(search.sceneItem ?? ''),
    workflow: workflowName.shown(search.workflow ?? ''),
    seed: String(search.seed),
    workflowHash: search.workflowHash?.slice(0, 12),
  }
  const wordsOf = (name: LineageName) =>
    t('chip', { name: t(name === 'generationId' ? 'generation' : name), value: label[name] ?? '' })
  return lineageNames
    .filter((name) => search[name] !== undefined)
    .map((name) => ({ names: [name as LineageName & keyof Search], text: wordsOf(name) }))
}
