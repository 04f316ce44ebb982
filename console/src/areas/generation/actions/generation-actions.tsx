import { type Generation, generationEndpoints } from '@vermilion/contract/generations'
import type { GenerationConfig } from '@vermilion/contract/generations/config'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call } from '#lib/api.ts'
import { useText, type Translate } from '#lib/i18n.ts'
import { exportToDataset } from '#ui/export/dataset-export.ts'
import { fileEndpoints } from '@vermilion/contract/files'
import { useQuery } from '@tanstack/react-query'
import { confirm } from '#ui/overlay/confirm.ts'
import { refresh, read } from '#lib/query.ts'
import { fileNameOf, saveFile } from '#ui/export/save-file.ts'
import { notify } from '#ui/feedback/notify.tsx'
import type { RowAction } from '#ui/menu/row-menu.tsx'
import { attempt } from '#ui/feedback/use-action.ts'
import { hasEnded } from '../generation-status.tsx'
import { text } from '../text.ts'
import { askToStop, touched } from './stop-generation.ts'
import { SavePreset } from './save-preset.tsx'

export function saveConfig(config: GenerationConfig): void {
  const content = new Blob([`${JSON.stringify(config, null, 2)}\n`], { type: 'application/json' })
  saveFile(`${fileNameOf(config.name)}.json`, content)
}

interface GenerationActions {
  actionsOf: (generation: Generation) => RowAction[]
  dialogs: ReactNode
}

export function useGenerationActions(spaceName: string, onDeleted?: () => void): GenerationActions {
  const t = useText(text)
  const navigate = useNavigate()
  const [preset, setPreset] = useState<GenerationConfig | null>(null)
  const runAgain = ({ spaceId, config, workflowVersion }: Generation) =>
    attempt(async () => {
      // The version at that time, since the workflow may have changed or been deleted.
      const body = { ...config, workflowVersion }
      const again = await call(generationEndpoints.createGeneration, { params: { spaceId }, body })
      notify.success(t('startedAgain'))
      void refresh(...touched)
      void navigate({
        to: '/space/list/file/$id/generations/$generationId',
        params: { id: spaceId, generationId: again.id },
      })
    }, t('createFailed'))
  const edit = ({ id, spaceId }: Generation) =>
    void navigate({
      to: '/space/list/file/$id/generations',
      params: { id: spaceId },
      search: { create: true, like: id },
    })
  // Only images directly in the folder: rejected images and by-products are in its subfolders.
  const exportImages = ({ spaceId, folder, kept }: Generation) => {
    exportToDataset({ spaceId, spaceName, selection: { filter: { folder, kind: 'image' } }, count: kept })
  }
  const deleteIt = (generation: Generation) => askToDelete(generation, t, onDeleted)
  const evaluate = ({ spaceId, folder }: Generation) =>
    void navigate({
      to: '/space/list/file/$id/evaluations',
      params: { id: spaceId },
      search: { create: true, folder },
    })
  const actionsOf = (generation: Generation): RowAction[] => {
    const isOver = hasEnded(generation)
    return [
      ...(isOver ? [] : [{ key: 'stop', text: t('stop'), danger: true, run: () => askToStop(generation, t) } as const]),
      { key: 'again', text: t('again'), run: () => void runAgain(generation) },
      { key: 'edit', text: t('edit'), run: () => edit(generation) },
      { key: 'export', text: t('export'), disabled: generation.kept === 0, run: () => exportImages(generation) },
      { key: 'evaluate', text: t('evaluate'), disabled: generation.made === 0, run: () => evaluate(generation) },
      { key: 'preset', text: t('savePreset'), run: () => setPreset(generation.config) },
      { key: 'config', text: t('exportConfig'), run: () => saveConfig(generation.config) },
      {
        key: 'delete',
        text: t('delete'),
        danger: true,
        disabled: !isOver,
        run: () => deleteIt(generation),
      },
    ]
  }
  return {
    actionsOf,
    dialogs: preset === null ? null : <SavePreset config={preset} onClose={() => setPreset(null)} />,
  }
}

function askToDelete(generation: Generation, t: Translate<typeof text.en>, onDeleted?: () => void): void {
  const request = { images: false }
  confirm({
    title: t('deleteTitle', { name: generation.config.name }),
    body: <Consequences generation={generation} onImages={(images) => (request.images = images)} />,
    action: t('delete'),
    danger: true,
    failure: t('deleteFailed'),
    run: async () => {
      await call(generationEndpoints.deleteGeneration, {
        params: { generationId: generation.id },
        query: { images: `${request.images}` },
      })
      onDeleted?.()
    },
    done: t('deleted_success'),
    stale: touched,
  })
}

interface ConsequencesProps {
  generation: Generation
  onImages: (images: boolean) => void
}

function Consequences({ generation: { spaceId, folder }, onImages }: ConsequencesProps) {
  const t = useText(text)
  const [images, setImages] = useState(false)
  const files = useQuery(read(fileEndpoints.countFiles, { params: { spaceId }, query: { folder, recursive: 'true' } }))
  const count = files.data?.files
  if (count === 0) {
    return (
      <>
        <p>{t('deleteBody')}</p>
        <p className="faint">{t('deleteNone')}</p>
      </>
    )
  }
  const message =
    count === undefined ? t(files.error === null ? 'deleteCounting' : 'deleteUnknown') : t('deleteImages', { count })
  return (
    <>
      <p>{t('deleteBody')}</p>
      <label className="row gap-10 fit-width min-height-36 margin-top-8 cursor-pointer">
        <input
          className="height-16 margin-0 accent-primary"
          style={{ width: 16 }}
          type="checkbox"
          checked={images}
          onChange={({ target }) => {
            setImages(target.checked)
            onImages(target.checked)
          }}
        />
        {message}
      </label>
    </>
  )
}
