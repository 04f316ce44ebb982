import BgColorsOutlined from '@ant-design/icons/es/icons/BgColorsOutlined'
import BorderOutlined from '@ant-design/icons/es/icons/BorderOutlined'
import SelectOutlined from '@ant-design/icons/es/icons/SelectOutlined'
import type { ToolId } from '@vermilion/canvas/tools/registry'
import type { ComponentType, ReactNode } from 'react'

function drawn(strokes: ReactNode): ComponentType {
  return function ToolIcon() {
    return (
      <svg
        width="1em"
        height="1em"
        viewBox="0 0 18 18"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
        focusable="false"
      >
        {strokes}
      </svg>
    )
  }
}

export const toolIcons: Record<ToolId, ComponentType> = {
  select: SelectOutlined,
  'draw-box': BorderOutlined,
  polygon: drawn(<path d="M4 14.5 2.5 6 9.5 2.5l6 4.5-2 7.5zM2.5 6h0M9.5 2.5h0M15.5 7h0M13.5 14.5h0M4 14.5h0" />),
  freehand: drawn(<path d="M2.5 12c1-6 5-10 8-9s1 4-1.5 5.5-3 4 0 4 4-2.5 6.5-1.5-1 5-5.5 5-6-1.5-7.5-4z" />),
  magnetic: drawn(<path d="M4 3v6.5a5 5 0 0 0 10 0V3h-3v6.5a2 2 0 0 1-4 0V3zM4 6h3M11 6h3" />),
  brush: drawn(
    <path d="m7.5 10 6.7-7.2a1.4 1.4 0 0 1 2 2L9 11.5M7.5 10a3 3 0 0 0-4 2.8c0 1.2-.6 2-1.5 2.4 2.5 1 6.8.5 6.9-2.2 0-1.5-.6-2.4-1.4-3z" />,
  ),
  eraser: drawn(
    <path d="m6.5 15-4-4a1.2 1.2 0 0 1 0-1.7l6.8-6.8a1.2 1.2 0 0 1 1.7 0l4 4a1.2 1.2 0 0 1 0 1.7L8.5 15zM6 6l6 6M6.5 15h9" />,
  ),
  fill: BgColorsOutlined,
  segment: drawn(
    <path d="M6 3.5c3-2 7.5-1 9 2.5M16 8c.2 3-1 5.5-4 6.5M9 15.5c-4 .5-7-2.5-6.5-6.5M3.2 6.5c.4-1 1-1.7 1.6-2.2M9 6.5v5M6.5 9h5" />,
  ),
  wand: drawn(<path d="m2.5 15.5 8-8M12.5 2v2.5M12.5 8v2.5M8.5 5.5h2M14.5 5.5H17M15 3l-1 1M15 8.5l-1-1M10 3l1 1" />),
}
