import { useState } from 'react'
import { ExportDialog } from '#areas/datasets'
import { UploadRequests } from '#areas/files'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { useDatasetExport } from '#ui/export/dataset-export.ts'
import { useOverlay } from '#ui/overlay/overlay.ts'

const Palette = lazyPart(async () => (await import('./palette/palette.tsx')).Palette)
const ShortcutSheet = lazyPart(async () => (await import('./shortcuts/shortcut-sheet.tsx')).ShortcutSheet)

/** What the frame shows above the page; the code of each is loaded when it is first asked for. */
export function Overlays() {
  const { shown, show } = useOverlay()
  const exported = useDatasetExport(({ asked }) => asked)
  const [asked, setAsked] = useState<{ palette: boolean; shortcuts: boolean }>({ palette: false, shortcuts: false })
  if (shown !== null && !asked[shown]) setAsked({ ...asked, [shown]: true })
  return (
    <>
      {asked.palette && <Palette open={shown === 'palette'} onClose={() => show(null)} />}
      {asked.shortcuts && <ShortcutSheet open={shown === 'shortcuts'} onClose={() => show(null)} />}
      {exported !== null && (
        <ExportDialog request={exported} onClose={() => useDatasetExport.setState({ asked: null })} />
      )}
      <UploadRequests />
    </>
  )
}
