import { chromium } from "@playwright/test";
import { startStack } from "./e2e/support/stack";
import { signedInPage } from "./bench/dashboard-session";
const v={ OWNER_EMAIL: "bench@example.com", OWNER_PASSWORD: "a long bench password", RUNNER: "off" };
const stack=await startStack({variables:v}); const browser=await chromium.launch({executablePath:"/usr/bin/chromium",args:["--no-sandbox","--disable-gpu"]});
const s=await signedInPage(browser,stack.url,v); const t=Date.now(); await s.seed(200); console.log("seed 200 ms",Date.now()-t);
const p=s.page; p.on("console",m=>console.log(m.type(),m.text())); p.on("response",r=>{if(r.status()>=400)console.log(r.status(),r.url())});
await p.goto(stack.url+"/monitors"); await p.waitForTimeout(2000); await p.getByRole("searchbox").focus(); await p.keyboard.type("monitor 001"); await p.waitForTimeout(1500); await p.keyboard.press("7"); await p.waitForTimeout(1500); console.log(await p.getByRole("searchbox").inputValue(), await p.locator("tbody tr a").first().textContent(), await p.locator("tbody tr").count()); await p.screenshot({path:"/tmp/shots/d2.png"});
await browser.close(); await stack.stop();
