import { dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import type { SpaceFile } from '@vermilion/contract/files'
import { say } from '@vermilion/contract/kernel/text'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Bone } from '#ui/feedback/states.tsx'
import { useScoreNames } from '../score-names.ts'
import { type Fact, FactList } from './file-facts.tsx'
import { scoreText } from './score-text.ts'

export function ScoreFacts({ file }: { file: Pick<SpaceFile, 'id' | 'spaceId'> }) {
  const t = useText(scoreText)
  const names = useScoreNames()
  const language = useSystem((system) => system.lang)
  const scores = useQuery(read(dataEvaluationEndpoints.listFileScores, { params: { fileId: file.id } }))
  if (scores.isPending) return <Bone height={80} />
  if (scores.data === undefined || scores.data.length === 0) return null
  const facts = scores.data.flatMap(({ model, name, score, criteria, error, standard, ...by }): Fact[] => [
    [
      names.modelName(model, name),
      <Link
        key="score"
        to="/space/list/file/$id/evaluations/$evaluationId"
        params={{ id: file.spaceId, evaluationId: by.evaluationId }}
        title={by.evaluationName}
      >
        {score === null ? t('failed') : formatNumber(score, language, 1)}
      </Link>,
    ],
    ...(error === null ? [] : [[t('reason'), say(error, language)] as const]),
    ...criteria.map(({ key, score: part, reason }): Fact => {
      const number = formatNumber(part, language)
      const why = names.reason(model, key, reason)
      return [
        names.criterionName(model, key, standard?.criteria),
        why === '' ? number : t('entry', { number, reason: why }),
      ]
    }),
  ])
  return <FactList title={t('title')} facts={facts} />
}
