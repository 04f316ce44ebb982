import type { InferenceReport } from '@vermilion/contract/models/inference-report'
import { Link } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { ModelLink } from '#ui/page/thing-links.tsx'
import { tilesText } from '../tiles/text.ts'
import { tilesWords } from '../tiles/tiles-words.ts'
import { partText } from './part-text.ts'
import { text } from './text.ts'

export function SourceLine({ report: { modelId, modelName, source, tiles } }: { report: InferenceReport }) {
  const t = useText(text)
  const texts = useText(partText)
  const ofTiles = useText(tilesText)
  const { kind, id, name, versionNumber, splits } = source
  const data =
    kind !== 'dataset'
      ? name
      : versionNumber === null
        ? texts('asThen', { name })
        : texts('version', { name, number: versionNumber })
  return (
    <dl className="grid padding-inline-8 gap-4 margin-bottom-14">
      <div className="flex gap-10">
        <dt className="rigid text-tertiary" style={{ minWidth: 76 }}>
          {t('model')}
        </dt>
        <dd className="min-width-0 break-anywhere weight-500">
          {modelId === null ? (
            <span title={t('modelGone')}>{modelName}</span>
          ) : (
            <ModelLink id={modelId}>{modelName}</ModelLink>
          )}
        </dd>
      </div>
      <div className="flex gap-10">
        <dt className="rigid text-tertiary" style={{ minWidth: 76 }}>
          {t('data')}
        </dt>
        <dd className="min-width-0 break-anywhere weight-500">
          {kind === 'dataset' ? (
            <Link
              to="/data-set/list/file/$id"
              params={{ id }}
              search={versionNumber === null ? {} : { tab: 'versions' }}
            >
              {data}
            </Link>
          ) : (
            data
          )}
          {splits.length > 0 && (
            <small className="text-tertiary" style={{ marginInlineStart: 8 }}>
              {splits.map((split) => texts(`part-${split}`)).join(', ')}
            </small>
          )}
        </dd>
      </div>
      {tiles !== null && (
        <div className="flex gap-10">
          <dt className="rigid text-tertiary" style={{ minWidth: 76 }}>
            {ofTiles('tiles')}
          </dt>
          <dd className="min-width-0 break-anywhere weight-500">{tilesWords(tiles, ofTiles)}</dd>
        </div>
      )}
    </dl>
  )
}
