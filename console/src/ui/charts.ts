import { LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { type EChartsType, init, use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

register([LineChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer])

/** The parts of ECharts that the console draws with, and no others. */
export function makeChart(element: HTMLElement): EChartsType {
  return init(element)
}
