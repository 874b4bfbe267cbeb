/** What a candidate costs, part by part. */
import type { JSX } from "preact";
import type { OpenedPool } from "../data/types";
import { dollars } from "./beside";

export function Bill({ parts }: Pick<OpenedPool, "parts">): JSX.Element {
  return (
    <table class="bill">
      <caption>Parts, with source and date of each price</caption>
      <tbody>
        {parts.map((each) => (
          <tr key={each.part}>
            <td>{each.count === 1 ? "" : `${Math.round(each.count).toLocaleString("en-US")} ×`}</td>
            <th scope="row">
              {each.part}
              <small>
                {each.source.startsWith("http") ? (
                  <a href={each.source} title={each.source}>
                    {new URL(each.source).hostname.replace(/^www\./, "")}
                  </a>
                ) : (
                  each.source
                )}
                {each.date ? `, ${each.date}` : ""}
                {each.ports ? <b>network: {each.ports}</b> : null}
              </small>
            </th>
            <td>{dollars(each.count * each.dollars)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          <th scope="row">in all</th>
          <td>{dollars(parts.reduce((sum, each) => sum + each.count * each.dollars, 0))}</td>
        </tr>
      </tfoot>
    </table>
  );
}
