import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import WarningOutlined from '@ant-design/icons/es/icons/WarningOutlined'
import { fileEndpoints, type SpaceFile } from '@vermilion/contract/files'
import { addressOf } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import styles from './files.module.css'
import { text } from './text.ts'

interface FileCellProps {
  file: SpaceFile
  selected: boolean
  focusable: boolean
  onPick: (how: { range: boolean; toggle: boolean }) => void
  onShow: () => void
}

/** One file in the icon view. */
export function FileCell({ file, selected, focusable, onPick, onShow }: FileCellProps) {
  const t = useText(text)
  return (
    <button
      type="button"
      id={`file-${file.id}`}
      // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> cannot hold a picture
      role="option"
      aria-selected={selected}
      tabIndex={focusable ? 0 : -1}
      className={styles['cell']}
      onClick={(event) => onPick({ range: event.shiftKey, toggle: event.ctrlKey || event.metaKey })}
      onDoubleClick={onShow}
    >
      <span className={styles['picture']}>
        {file.kind === 'image' && !file.broken ? (
          <img
            src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId: file.id } })}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
          />
        ) : file.broken ? (
          <WarningOutlined aria-label={t('broken')} title={t('broken')} />
        ) : (
          <FileOutlined aria-hidden />
        )}
      </span>
      <span className={styles['name']} title={file.path}>
        {file.name}
      </span>
      <span className={styles['size']}>
        {formatSize(file.size)}
        {file.width !== null &&
          file.height !== null &&
          ` · ${t('dimensions', { width: file.width, height: file.height })}`}
      </span>
    </button>
  )
}
