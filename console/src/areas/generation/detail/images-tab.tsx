import {
  type GeneratedImage,
  type GeneratedImageStatus,
  type Generation,
  generationEndpoints,
} from '@vermilion/contract/generations'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Segmented from 'antd/es/segmented'
import { useText } from '#lib/i18n.ts'
import { exportToDataset } from '#ui/export/dataset-export.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { State } from '#ui/feedback/states.tsx'
import { FileBody } from '#ui/files/file-body.tsx'
import { evaluateFiles } from '#ui/files/file-evaluation.ts'
import { pictureViews } from '#ui/files/file-view.ts'
import { maxNamed, useSelection } from '#ui/selection/selection.ts'
import { hasEnded } from '../generation-status.tsx'
import { useImageContent } from './image-content.tsx'
import { text } from './text.ts'
import { useMemo, useSyncExternalStore } from 'react'
import { call } from '#lib/api.ts'
import { createRemembered } from '#ui/recent-cache.ts'
import { useUpkeep } from '#ui/windowing/use-window-refresh.ts'
import { createWindows, type Windows } from '#ui/windowing/windows.ts'

interface ImagesTabProps {
  generation: Generation
  spaceName: string
}

export function ImagesTab({ generation, spaceName }: ImagesTabProps) {
  const t = useText(text)
  const { status, view = 'small' } = useSearch({ from: '/shell/space/list/file/$id/generations/$generationId' })
  const navigate = useNavigate({ from: '/space/list/file/$id/generations/$generationId' })
  const { placed, scope, total, loading, problem, refresh } = useGeneratedImages(generation.id, status)
  const content = useImageContent(generation)
  const selection = useSelection<GeneratedImage>({
    list: placed,
    itemKey: keyOf,
    scope,
    total,
    onTooMany: (max) => notify.error(t('tooMany', { most: max })),
    onProblem: (caught) => notify.error(problemWords(caught)),
  })
  const show = (next: GeneratedImageStatus | undefined) =>
    void navigate({ search: (now) => ({ ...now, status: next }), replace: true })
  const { spaceId } = generation
  const withSelected = async (action: (fileIds: string[]) => void) => {
    const { all, items } = selection.chosen
    if (all && total > maxNamed) return notify.error(t('tooMany', { most: maxNamed }))
    const images = all ? (await placed.bring(0, total - 1)).filter(({ id }) => !items.has(id)) : [...items.values()]
    action(images.flatMap(({ fileId }) => fileId ?? []))
  }
  const exportSelected = () =>
    withSelected((fileIds) => exportToDataset({ spaceId, spaceName, selection: { fileIds }, count: fileIds.length }))
  const evaluateSelected = () =>
    withSelected((fileIds) => evaluateFiles({ spaceId, selection: { fileIds }, count: fileIds.length }))
  return (
    <FileBody<GeneratedImage>
      filters={<StatusFilter generation={generation} status={status} onStatus={show} />}
      views={pictureViews}
      view={view}
      onView={(next) => next !== 'table' && void navigate({ search: (now) => ({ ...now, view: next }), replace: true })}
      label={t('images')}
      scope={scope}
      list={placed}
      total={total}
      itemKey={keyOf}
      nameOf={content.nameOf}
      cell={content.cell}
      preview={content.preview}
      factsOpen
      opensByClick
      selection={selection}
      fileActions={[
        { key: 'export', text: t('export'), run: () => void exportSelected() },
        { key: 'evaluate', text: t('evaluate'), run: () => void evaluateSelected() },
      ]}
      loading={loading}
      problem={problem}
      onRetry={refresh}
      empty={<NoImages generation={generation} isFiltered={status !== undefined} onShowAll={() => show(undefined)} />}
    />
  )
}

interface StatusFilterProps {
  generation: Generation
  status: GeneratedImageStatus | undefined
  onStatus: (status: GeneratedImageStatus | undefined) => void
}

function StatusFilter({ generation: { made, kept, aside, failed }, status, onStatus }: StatusFilterProps) {
  const t = useText(text)
  return (
    <Segmented<GeneratedImageStatus | 'all'>
      className="max-full-width scroll-x"
      aria-label={t('show')}
      value={status ?? 'all'}
      onChange={(next) => onStatus(next === 'all' ? undefined : next)}
      options={[
        { value: 'all', label: t('all', { count: made + failed }) },
        { value: 'kept', label: t('kept', { count: kept }) },
        { value: 'aside', label: t('aside', { count: aside }) },
        { value: 'failed', label: t('failed', { count: failed }) },
      ]}
    />
  )
}

interface NoImagesProps {
  generation: Generation
  isFiltered: boolean
  onShowAll: () => void
}

function NoImages({ generation, isFiltered, onShowAll }: NoImagesProps) {
  const t = useText(text)
  if (isFiltered) {
    return (
      <State title={t('noMatch')} text={t('noMatchWords')}>
        <Button onClick={onShowAll}>{t('showAll')}</Button>
      </State>
    )
  }
  if (hasEnded(generation)) return <State title={t('noneMade')} text={t('noneMadeWords')} />
  return <State title={t('none')} text={t('noneWords')} />
}

const keyOf = ({ id }: GeneratedImage) => id

const listed = createRemembered<Windows<GeneratedImage>>()

const size = 100

function useGeneratedImages(generationId: string, status: GeneratedImageStatus | undefined) {
  const scope = JSON.stringify([generationId, status])
  const list = useMemo(
    () =>
      listed(scope, () =>
        createWindows<GeneratedImage>({
          keyOf,
          size,
          load: (offset, limit, signal) =>
            call(
              generationEndpoints.listGeneratedImages,
              { params: { generationId }, query: { offset, limit, status } },
              { signal },
            ),
        }),
      ),
    [scope, generationId, status],
  )
  const state = useSyncExternalStore(list.subscribe, list.state)
  useUpkeep(list, (event) => event.type === 'generation-changed' && event.generationId === generationId)
  // eslint-disable-next-line react/exhaustive-deps -- each state is another row of things
  const indexed = useMemo(() => list.list(), [list, state])
  return {
    placed: indexed,
    scope,
    total: state.total ?? 0,
    loading: state.total === undefined && state.problem === null,
    problem: state.problem,
    refresh: list.refresh,
  }
}
