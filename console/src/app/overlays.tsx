import { useState } from 'react'
import { ExportDialog } from '#areas/datasets'
import { EvaluateFiles } from '#areas/data-evaluation'
import { UploadRequests } from '#areas/files'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { useDatasetExport } from '#ui/export/dataset-export.ts'
import { useFileEvaluation } from '#ui/files/file-evaluation.ts'
import { useOverlay } from '#ui/overlay/overlay.ts'
import { ShortcutSheet } from './shortcuts/shortcut-sheet.tsx'

const Palette = lazyPart(async () => (await import('./palette/palette.tsx')).Palette)

export function Overlays() {
  const { current, show } = useOverlay()
  const exported = useDatasetExport(({ request }) => request)
  const evaluated = useFileEvaluation(({ request }) => request)
  const [loaded, setLoaded] = useState<{ palette: boolean; shortcuts: boolean }>({ palette: false, shortcuts: false })
  if (current !== null && current !== 'notifications' && !loaded[current]) setLoaded({ ...loaded, [current]: true })
  return (
    <>
      {loaded.palette && <Palette open={current === 'palette'} onClose={() => show(null)} />}
      {loaded.shortcuts && <ShortcutSheet open={current === 'shortcuts'} onClose={() => show(null)} />}
      {exported !== null && (
        <ExportDialog request={exported} onClose={() => useDatasetExport.setState({ request: null })} />
      )}
      {evaluated !== null && <EvaluateFiles request={evaluated} />}
      <UploadRequests />
    </>
  )
}
