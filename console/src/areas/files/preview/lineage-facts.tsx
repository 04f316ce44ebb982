import type { SpaceFile } from '@vermilion/contract/files'
import { generationEndpoints, type Lineage } from '@vermilion/contract/generations'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { addressOf } from '#lib/api.ts'
import { formatTime, unknownValue } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Bone } from '#ui/feedback/states.tsx'
import { useSceneWord } from '../scene-words.ts'
import { useWorkflowName } from '../workflow-names.ts'
import { type Fact, FactList } from './file-facts.tsx'
import { lineageText } from './lineage-text.ts'

export function LineageFacts({ file }: { file: SpaceFile }) {
  const lineage = useQuery(read(generationEndpoints.getLineage, { params: { fileId: file.id } }))
  if (lineage.isPending) return <Bone height={120} />
  if (lineage.data === undefined || lineage.data === null) return null
  return <LineageList lineage={lineage.data} spaceId={file.spaceId} fileId={file.id} />
}

interface LineageListProps {
  readonly lineage: Lineage
  readonly spaceId: string
  readonly fileId: string | null
}

export function LineageList({ lineage, spaceId, fileId }: LineageListProps) {
  const t = useText(lineageText)
  const zone = useSystem((system) => system.zone)
  const { generationId, generationName, number, attempt, prompt, seed, loras, score } = lineage
  const wordOf = useSceneWord()
  const workflowNameOf = useWorkflowName()
  const image = number + 1
  const facts: Fact[] = [
    [
      t('generation'),
      <Link key="generation" to="/space/list/file/$id/generations/$generationId" params={{ id: spaceId, generationId }}>
        {generationName}
      </Link>,
    ],
    [t('workflow'), workflowNameOf(lineage.workflow, lineage.workflowName)],
    [
      t('image'),
      attempt === 0
        ? String(image)
        : attempt === 1
          ? t('anewOnce', { number: image })
          : t('anew', { number: image, count: attempt }),
    ],
    [t('item'), itemTexts(lineage, t, wordOf)],
    [t('prompt'), prompt === '' ? unknownValue : prompt],
    [t('seed'), String(seed)],
    ...(loras.length === 0
      ? []
      : [[t('lora'), loras.map(({ name, strength }) => `${name} (${strength})`).join(', ')] as const]),
    ...(score === null ? [] : [[t('score'), score.toFixed(1)] as const]),
    ...(lineage.workflowHash === null
      ? []
      : [[t('workflowHash'), <code key="hash">{lineage.workflowHash}</code>] as const]),
    ...(fileId === null || !lineage.workflowKept
      ? []
      : [[t('filledWorkflow'), <FilledWorkflow key="filled" fileId={fileId} />] as const]),
    [t('made'), formatTime(lineage.createdAt, zone)],
  ]
  return <FactList title={t('title')} facts={facts} />
}

function FilledWorkflow({ fileId }: { fileId: string }) {
  const t = useText(lineageText)
  return (
    <a
      href={addressOf(generationEndpoints.getFilledWorkflow, { params: { fileId } })}
      download={`workflow-${fileId}.json`}
    >
      {t('download')}
    </a>
  )
}

function itemTexts({ item }: Lineage, t: Translate<typeof lineageText.en>, wordOf: (word: string) => string): string {
  const several = (word: string, count: number) =>
    word === '' || count < 2 ? wordOf(word) : t('several', { word: wordOf(word), count })
  const parts = [
    [t('scene'), wordOf(item.scene)],
    [t('floor'), wordOf(item.floor)],
    [t('dirt'), several(item.dirt, item.dirtCount)],
    [t('smallAnimal'), several(item.smallAnimal, item.smallAnimalCount)],
    [t('animal'), several(item.animal, item.animalCount)],
    [t('words'), item.words],
  ] as const
  const entries = parts.filter(([, value]) => value !== '').map(([name, value]) => t('entry', { name, value }))
  return entries.length === 0 ? unknownValue : entries.join('; ')
}
