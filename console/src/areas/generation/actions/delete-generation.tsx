import { fileEndpoints } from '@vermilion/contract/files'
import { type Generation, generationEndpoints } from '@vermilion/contract/generations'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { text } from '../text.ts'
import { touched } from './stop-generation.ts'

export function askToDelete(generation: Generation, t: Translate<typeof text.en>, onDeleted?: () => void): void {
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
      notify.success(t('deleted_success'))
      onDeleted?.()
      void refresh(...touched)
    },
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
  const words =
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
        {words}
      </label>
    </>
  )
}
