fn main() {
    println!("cargo:rerun-if-env-changed=ACCORD_CONTENT_HASH");
    napi_build::setup();
}
