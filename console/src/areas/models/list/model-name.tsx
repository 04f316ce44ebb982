import { isStored, type Model } from '@vermilion/contract/models'
import { Link } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import { CoverName } from '#ui/cover/cover-name.tsx'
import { text } from '../text.ts'
import { faceOf } from './face.tsx'

export function ModelName({ model }: { model: Model }) {
  const t = useText(text)
  const kind = isStored(model) ? `${t(model.type)} · .${model.format}` : t(model.type)
  return (
    <CoverName
      {...faceOf(model)}
      first={
        <>
          <Link to="/model/list/model/$id" params={{ id: model.id }}>
            {visibleName(model.name)}
          </Link>
          {model.version > 1 && <small>{` v${model.version}`}</small>}
        </>
      }
      second={kind}
    />
  )
}
