import { Bone } from '#ui/feedback/states.tsx'

export function RowBones({ count }: { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    <li className="row gap-16 border-top" key={row} aria-hidden>
      <div className="grow min-width-0">
        <Bone width="38%" style={{ marginBottom: 8 }} />
        <Bone width="64%" height={11} />
      </div>
    </li>
  ))
}
