import type { SpaceFile } from '@vermilion/contract/files'
import { useText } from '#lib/i18n.ts'
import { documentOf } from './addresses.ts'
import { NotPreviewed } from './not-previewed.tsx'
import { text } from './text.ts'

export function PdfViewer({ file }: { file: SpaceFile }) {
  const t = useText(text)
  if (!navigator.pdfViewerEnabled) {
    return <NotPreviewed file={file} title={t('noPdfViewer')} words={t('noPdfViewerWords')} />
  }
  // eslint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox; the server frames nothing but PDFs
  return <iframe className="full border-0" src={documentOf(file)} title={file.name} />
}
