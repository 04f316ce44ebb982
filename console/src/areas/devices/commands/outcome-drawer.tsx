import { type CommandOutcome, deviceCommandEndpoints } from '@vermilion/contract/devices/commands'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Drawer from 'antd/es/drawer'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { CopyButton } from '#ui/clipboard/copy-button.tsx'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { OutcomeState } from './outcome-status.tsx'
import { commandText } from './text.ts'

interface OutcomeDrawerProps {
  commandId: string
  deviceId: string
  onClose: () => void
}

export function OutcomeDrawer({ commandId, deviceId, onClose }: OutcomeDrawerProps) {
  const t = useText(commandText)
  const params = { commandId, deviceId }
  const outcome = useQuery(read(deviceCommandEndpoints.readCommandOutput, { params }))
  const { data } = outcome
  return (
    <Drawer open size={720} title={t('output', { name: data?.deviceName ?? '…' })} onClose={onClose}>
      {data === undefined ? (
        outcome.error === null ? (
          <Bone height={240} />
        ) : (
          <ProblemState problem={outcome.error} onRetry={() => void outcome.refetch()} />
        )
      ) : (
        <>
          <div className="wrapping-row gap-8-14 margin-bottom-14">
            <OutcomeState outcome={data} />
            <Link to="/board/list/device/$id" params={{ id: deviceId }}>
              {data.deviceName}
            </Link>
            <CopyButton content={data.output.head + data.output.tail} label={t('copyName')} />
          </div>
          <OutcomeHint outcome={data} />
          {data.outputSize === 0 ? (
            <p>{t('noOutput')}</p>
          ) : (
            <pre className="margin-0-0-14 padding-10-12 border radius-8 ground-quaternary font-13 white-space-pre-wrap break-anywhere">
              {data.output.head}
              {data.output.omitted > 0 && (
                <em className="text-tertiary">{`\n${t('omitted', { size: formatSize(data.output.omitted) })}\n`}</em>
              )}
              {data.output.tail}
            </pre>
          )}
        </>
      )}
    </Drawer>
  )
}

function OutcomeHint({ outcome: { status, detail } }: { outcome: CommandOutcome }) {
  const t = useText(commandText)
  const words = status === 'unknown' ? t('unknownHint') : status === 'offline' ? t('offlineHint') : ''
  if (words === '' && detail === '') return null
  return (
    <p>
      {words} {detail}
    </p>
  )
}
