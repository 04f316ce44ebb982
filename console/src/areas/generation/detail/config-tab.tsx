import { fileEndpoints } from '@vermilion/contract/files'
import type { Generation } from '@vermilion/contract/generations'
import type { GenerationConfig, SceneItem } from '@vermilion/contract/generations/config'
import { countByItem } from '@vermilion/contract/generations/plan'
import { workflowEndpoints } from '@vermilion/contract/generations/workflows'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber, formatTime, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Time } from '#ui/moment.tsx'
import { Facts, Panel } from '#ui/page/page.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useSceneWord, useWorkflowName } from '#areas/files'
import { isGone, shortVersion } from '../workflow-version.ts'
import styles from './detail.module.css'
import { text } from './text.ts'

export function ConfigTab({ generation }: { generation: Generation }) {
  const t = useText(text)
  const workflowNameOf = useWorkflowName()
  const { config, workflowName, spaceId, folder } = generation
  const { width, height, count, seed, score, negativePrompt, byProducts, loras } = config
  const byProductWords = { depth: t('depthMap'), mask: t('maskMap') }
  return (
    <div style={{ maxWidth: 1100 }}>
      <Panel title={t('about')}>
        <Facts
          facts={[
            [t('workflow'), workflowNameOf(config.workflow, workflowName)],
            ...(generation.workflowVersion === null
              ? []
              : [[t('version'), <VersionFact key="version" generation={generation} />] as const]),
            [t('size'), `${width} × ${height}`],
            [t('count'), count],
            [t('seedName'), String(seed)],
            [
              t('folder'),
              <Link key="folder" to="/space/list/file/$id" params={{ id: spaceId }} search={{ folder }}>
                {folder}
              </Link>,
            ],
            ...(negativePrompt === '' ? [] : [[t('negative'), negativePrompt] as const]),
            [t('scoreName'), score === null ? t('noCondition') : t('scoreWords', score)],
            ...(config.depthReference === null
              ? []
              : [[t('depth'), <DepthReference key="depth" reference={config.depthReference} />] as const]),
            ...(config.styleImage === null
              ? []
              : [[t('style'), <StyleImage key="style" style={config.styleImage} />] as const]),
            ...(byProducts.length === 0
              ? []
              : [[t('byProducts'), byProducts.map((one) => byProductWords[one]).join(', ')] as const]),
            [t('startedBy'), generation.startedBy],
            [t('created'), <Time key="created" time={generation.createdAt} />],
            [t('started'), <Time key="started" time={generation.startedAt} />],
            [t('ended'), <Time key="ended" time={generation.endedAt} />],
          ]}
        />
      </Panel>
      {loras.length > 0 && (
        <Panel title={t('loras')}>
          <FigureTable
            columns={[t('loraName'), t('loraOn'), t('strengthName'), t('minimum'), t('maximum')]}
            rows={loras.map(({ name, enabled, strength, minimum, maximum }, index) => ({
              key: String(index),
              cells: [name, t(enabled ? 'on' : 'off'), strength, minimum ?? unknownValue, maximum ?? unknownValue],
            }))}
          />
        </Panel>
      )}
      <ItemsPanel config={config} />
    </div>
  )
}

const maxRows = 200

function ItemsPanel({ config: { items, count } }: { config: GenerationConfig }) {
  const t = useText(text)
  const wordOf = useSceneWord()
  const language = useSystem((system) => system.lang)
  const counts = items.length === 0 ? [] : countByItem(items, count)
  const hasWords = items.some(({ words }) => words !== '')
  const several = (word: string, number: number) =>
    word === '' ? unknownValue : number === 1 ? wordOf(word) : `${wordOf(word)} × ${number}`
  const plain = (word: string) => (word === '' ? unknownValue : wordOf(word))
  const cellsOf = (item: SceneItem, images: number | undefined) => [
    plain(item.scene),
    plain(item.floor),
    several(item.dirt, item.dirtCount),
    several(item.smallAnimal, item.smallAnimalCount),
    several(item.animal, item.animalCount),
    ...(hasWords ? [item.words === '' ? unknownValue : item.words] : []),
    formatNumber(item.weight, language, 3),
    formatNumber(images, language),
  ]
  return (
    <Panel title={t('items')}>
      <div className={`${styles['table']} scroll-x`}>
        <FigureTable
          isCardsOnPhone
          columns={[
            t('scene'),
            t('floor'),
            t('dirt'),
            t('smallAnimal'),
            t('animal'),
            ...(hasWords ? [t('words')] : []),
            t('weight'),
            t('imagesOf'),
          ]}
          rows={items
            .slice(0, maxRows)
            .map((item, index) => ({ key: String(index), cells: cellsOf(item, counts[index]) }))}
        />
      </div>
      {items.length > maxRows && (
        <p className="margin-top-10 text-tertiary">{t('more', { count: items.length - maxRows })}</p>
      )}
    </Panel>
  )
}

function VersionFact({ generation: { config, workflowVersion } }: { generation: Generation }) {
  const t = useText(text)
  const zone = useSystem((system) => system.zone)
  const params = { workflowId: config.workflow }
  const { data: current, error } = useQuery({ ...read(workflowEndpoints.getWorkflow, { params }), staleTime: 0 })
  const version = workflowVersion ?? ''
  const since =
    current === undefined
      ? isGone(error)
        ? t('workflowDeleted')
        : ''
      : current.version === version
        ? t('workflowSame')
        : t('workflowChanged', { time: formatTime(current.updatedAt, zone) })
  return (
    <>
      <code title={version}>{shortVersion(version)}</code> {since}
    </>
  )
}

function DepthReference({ reference }: { reference: NonNullable<GenerationConfig['depthReference']> }) {
  const t = useText(text)
  const { spaceId, folder, strength } = reference
  const space = useQuery(read(spaceEndpoints.getSpace, { params: { spaceId } }))
  return (
    <>
      <Link to="/space/list/file/$id" params={{ id: spaceId }} search={folder === '' ? {} : { folder }}>
        {[space.data?.name ?? spaceId, folder].filter((part) => part !== '').join(' / ')}
      </Link>{' '}
      · {t('strength', { strength })}
    </>
  )
}

function StyleImage({ style: { fileId, strength } }: { style: NonNullable<GenerationConfig['styleImage']> }) {
  const t = useText(text)
  const file = useQuery(read(fileEndpoints.getFile, { params: { fileId } }))
  return (
    <>
      {file.data?.path ?? fileId} · {t('strength', { strength })}
    </>
  )
}
