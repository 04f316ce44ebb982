import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import ScissorOutlined from '@ant-design/icons/es/icons/ScissorOutlined'
import { fileEndpoints } from '@vermilion/contract/files'
import { previewEndpoints } from '@vermilion/contract/files/previews'
import { imageSearchEndpoints } from '@vermilion/contract/image-search'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { useRef, useState } from 'react'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { hasPicture, type ImageSearchSearch } from './search.ts'
import styles from './search.module.css'
import { text } from './text.ts'
import { RegionDialog } from './region-dialog.tsx'

interface PictureFieldProps {
  search: ImageSearchSearch
  sending: boolean
  onFile: (file: File | undefined) => void
  onChange: (changes: Partial<ImageSearchSearch>) => void
}

export function PictureField({ search, sending, onFile, onChange }: PictureFieldProps) {
  const t = useText(text)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      {hasPicture(search) ? (
        <ChosenPicture search={search} onChange={onChange} />
      ) : (
        <Button
          icon={<PictureOutlined aria-hidden />}
          loading={sending}
          title={t('pictureHint')}
          aria-label={t(sending ? 'sending' : 'choosePicture')}
          onClick={() => input.current?.click()}
        >
          <span className={search.mode === 'image' ? undefined : 'narrow-hidden'}>
            {t(sending ? 'sending' : 'choosePicture')}
          </span>
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('choosePicture')}
        onChange={({ target }) => {
          onFile(target.files?.[0])
          target.value = ''
        }}
      />
    </>
  )
}

function ChosenPicture({ search, onChange }: Pick<PictureFieldProps, 'search' | 'onChange'>) {
  const t = useText(text)
  const [asking, setAsking] = useState(false)
  const { file: fileId, picture = '', region } = search
  const { data } = useQuery({
    ...read(fileEndpoints.getFile, { params: { fileId: fileId ?? '' } }),
    enabled: fileId !== undefined,
  })
  const small =
    fileId === undefined
      ? addressOf(imageSearchEndpoints.searchPicture, { params: { picture } })
      : addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })
  const large = fileId === undefined ? small : addressOf(previewEndpoints.filePicture, { params: { fileId } })
  const name = fileId === undefined ? t('yourPicture') : (data?.name ?? '…')
  return (
    <span className={`${styles['chosen']} field-frame inline-row gap-8 height-36`}>
      <img className="height-26 radius-4 ground-tertiary object-cover" src={small} alt="" />
      <span className="stack min-width-0 line-height-1_4 narrow-grow">
        <span className="ellipsis" title={`${t('similarTo')} ${data?.path ?? name}`}>
          {region === undefined ? name : `${name} · ${t('onlyRegion')}`}
        </span>
      </span>
      <Button
        size="small"
        type="text"
        icon={<ScissorOutlined aria-hidden />}
        aria-label={t('region')}
        title={t('region')}
        onClick={() => setAsking(true)}
      />
      <Button
        size="small"
        type="text"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('removePicture')}
        title={t('removePicture')}
        onClick={() => onChange({ file: undefined, picture: undefined, region: undefined })}
      />
      {asking && (
        <RegionDialog
          picture={large}
          region={region}
          onDone={(next) => {
            setAsking(false)
            onChange({ region: next })
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  )
}
