import { type CaptionedPicture, captionEndpoints, maxCaptionLength } from '@vermilion/contract/fine-tunings/captions'
import { fileEndpoints } from '@vermilion/contract/files'
import TextArea from 'antd/es/input/TextArea'
import { useState } from 'react'
import { addressOf, call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { visibleName } from '#lib/visible-name.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { captionText } from './text.ts'

interface CaptionCardProps {
  spaceId: string
  picture: CaptionedPicture
  isFixed: boolean
  isSelected: boolean
  onSaved: (picture: CaptionedPicture) => void
  onSelect: (isSelected: boolean) => void
}

export function CaptionCard({ spaceId, picture, isFixed, isSelected, onSaved, onSelect }: CaptionCardProps) {
  const { fileId, path, caption } = picture
  const t = useText(captionText)
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    if (typed === null || typed === caption) return
    try {
      const body = { caption: typed.trim() }
      onSaved(await call(captionEndpoints.saveCaption, { params: { spaceId, fileId }, body }))
      setProblem(null)
      await refresh('/spaces')
      setTyped((now) => (now === typed ? null : now))
    } catch (error) {
      setProblem(problemWords(error))
    }
  }
  return (
    <li className="stack gap-6 min-width-0">
      <img
        className="full-width ratio-4-3 radius-8 ground-tertiary object-contain"
        src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })}
        alt=""
        loading="lazy"
      />
      <label className="row gap-6 min-width-0" title={visibleName(path)}>
        {!isFixed && (
          <input
            className="rigid accent-primary"
            type="checkbox"
            checked={isSelected}
            onChange={({ target }) => onSelect(target.checked)}
          />
        )}
        <span className="ellipsis faint">{visibleName(path)}</span>
      </label>
      <TextArea
        value={typed ?? caption}
        disabled={isFixed}
        maxLength={maxCaptionLength}
        autoSize={{ minRows: 2, maxRows: 8 }}
        aria-label={t('captionOf', { path })}
        placeholder={t('none')}
        {...(problem === null ? {} : { status: 'error' as const })}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => void save()}
      />
      {problem !== null && (
        <p className="text-error-text font-13" role="alert">
          {problem}
        </p>
      )}
    </li>
  )
}
