import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  LinearScale,
  Tooltip,
} from 'chart.js'
import { useEffect, useRef } from 'react'
import { direction, locale } from '#web/i18n.ts'
import classes from './SalesChart.module.css'

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip)

const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })

type Props = {
  /** `labels` below the bars, `titles` in tooltips. */
  labels: string[]
  titles: string[]
  values: number[]
  format: (value: number) => string
  onPick: (index: number) => void
}

/** Uses the colours at creation time. Hidden from screen readers, which get a table. */
export function SalesChart(props: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const { current } = canvas
    if (!current) return undefined
    const chart = new Chart(current, chartConfiguration(props, readColours(current)))
    return () => chart.destroy()
  }, [props])
  return <canvas ref={canvas} className={classes.canvas} aria-hidden />
}

type Colours = { bar: string; hovered: string; text: string; line: string; ground: string; font: string }

/** A canvas cannot read CSS variables, so reads computed styles. */
function readColours(canvas: HTMLCanvasElement): Colours {
  const { color, borderColor, backgroundColor, outlineColor, caretColor, fontFamily } =
    getComputedStyle(canvas)
  return {
    text: color,
    line: borderColor,
    ground: backgroundColor,
    bar: outlineColor,
    hovered: caretColor,
    font: fontFamily,
  }
}

function chartConfiguration(props: Props, colours: Colours): ChartConfiguration<'bar'> {
  const { labels, titles, values, format, onPick } = props
  const isRtl = direction === 'rtl'
  const font = { family: colours.font, size: 12 }
  return {
    type: 'bar',
    data: {
      labels,
      datasets: [
        {
          data: values,
          backgroundColor: colours.bar,
          hoverBackgroundColor: colours.hovered,
          borderRadius: 3,
          maxBarThickness: 48,
        },
      ],
    },
    options: {
      animation: false,
      locale,
      maintainAspectRatio: false,
      interaction: { mode: 'index', intersect: false },
      onClick: (_, [picked]) => {
        if (picked) onPick(picked.index)
      },
      scales: {
        x: {
          reverse: isRtl,
          grid: { display: false },
          border: { color: colours.line },
          ticks: { color: colours.text, font, maxRotation: 0, autoSkipPadding: 12 },
        },
        y: {
          position: isRtl ? 'right' : 'left',
          beginAtZero: true,
          border: { display: false },
          grid: { color: colours.line },
          ticks: {
            color: colours.text,
            font,
            maxTicksLimit: 6,
            precision: 0,
            callback: (value) => compact.format(Number(value)),
          },
        },
      },
      plugins: {
        tooltip: {
          animation: false,
          rtl: isRtl,
          textDirection: direction,
          displayColors: false,
          backgroundColor: colours.text,
          titleColor: colours.ground,
          bodyColor: colours.ground,
          titleFont: font,
          bodyFont: { ...font, size: 14, weight: 'bold' },
          callbacks: {
            title: ([item]) => titles[item?.dataIndex ?? -1] ?? '',
            label: ({ parsed }) => format(parsed.y ?? 0),
          },
        },
      },
    },
  }
}
