import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/lazy-part.tsx'
import { upload } from '#lib/upload.ts'
import styles from './upload-requests.module.css'
import { useUploadRequest } from './upload-request.ts'
import { uploadText } from './upload-text.ts'

const UploadDialog = lazyPart(async () => (await import('./upload-dialog.tsx')).UploadDialog)

/** Where is asked what must be known before an upload begins. */
export function UploadRequests() {
  const t = useText(uploadText)
  const { asked, looking } = useUploadRequest()
  return (
    <>
      {looking > 0 && <output className={styles['looking']}>{t('checking', { count: looking })}</output>}
      {asked !== null && (
        <UploadDialog
          plan={asked.plan}
          onDecided={(added) => {
            useUploadRequest.setState({ asked: null })
            if (added.length > 0) void upload(asked.plan.spaceId, added, asked.handles)
          }}
        />
      )}
    </>
  )
}
