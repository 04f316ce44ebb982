import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import PauseOutlined from '@ant-design/icons/es/icons/PauseOutlined'
import CaretRightOutlined from '@ant-design/icons/es/icons/CaretRightOutlined'
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import { useText } from '#lib/i18n.ts'
import { uploads } from '#lib/upload/upload.ts'
import type { Upload } from '#lib/upload/upload-state.ts'
import { visibleName } from '#lib/visible-name.ts'
import { uploadText } from '../upload/upload-text.ts'

export function rowHeight({ status, result }: Upload): number {
  return status === 'failed' || (result?.equals ?? null) !== null ? 48 : 30
}

export function UploadRow({ upload }: { upload: Upload }) {
  const t = useText(uploadText)
  const { id, path, size, sent, status, problem, result } = upload
  const percent = status === 'sending' && sent > 0 ? `${Math.min(99, Math.floor((sent / size) * 100))} %` : null
  const equals = result?.equals ?? null
  const skipped = result?.outcome === 'skipped'
  const message = status === 'done' ? t(skipped ? 'skipped' : 'finished') : t(status)
  const note =
    status === 'failed'
      ? problem === ''
        ? t('unreadable')
        : problem
      : equals === null
        ? null
        : t('equals', { path: equals })
  return (
    <div className="stack justify-center full-height font-13">
      <div className="row gap-8 min-width-0">
        <span className="ellipsis grow min-width-0" title={visibleName(path)}>
          {visibleName(path)}
        </span>
        <span className={status === 'failed' ? 'text-error-text' : 'text-tertiary tabular'}>{percent ?? message}</span>
        {(status === 'waiting' || status === 'sending') && (
          <button
            className="plain-button rigid width-24 height-24 radius-6 text-secondary hover-ground-secondary"
            type="button"
            aria-label={t('pauseOne', { path })}
            onClick={() => uploads.pause([id])}
          >
            <PauseOutlined aria-hidden />
          </button>
        )}
        {status === 'paused' && (
          <button
            className="plain-button rigid width-24 height-24 radius-6 text-secondary hover-ground-secondary"
            type="button"
            aria-label={t('resumeOne', { path })}
            onClick={() => uploads.resume([id])}
          >
            <CaretRightOutlined aria-hidden />
          </button>
        )}
        {status === 'failed' && (
          <button
            className="plain-button rigid width-24 height-24 radius-6 text-secondary hover-ground-secondary"
            type="button"
            aria-label={t('retryOne', { path })}
            onClick={() => uploads.retry([id])}
          >
            <ReloadOutlined aria-hidden />
          </button>
        )}
        {status !== 'done' && (
          <button
            className="plain-button rigid width-24 height-24 radius-6 text-secondary hover-ground-secondary"
            type="button"
            aria-label={t('cancelOne', { path })}
            onClick={() => uploads.cancel([id])}
          >
            <CloseOutlined aria-hidden />
          </button>
        )}
      </div>
      {note !== null && (
        <small className="ellipsis hint" title={note}>
          {note}
        </small>
      )}
    </div>
  )
}
